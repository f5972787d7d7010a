import { KlaError } from '@kla/chassis'
import { isId } from '../../domain/plain-text.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { sightOf, type ReportParts } from './parts.js'
import { reportAudit } from './report-audit.js'
import { wireContext, wireReports } from './wire-report.js'

export const getReport =
  ({ reports, accounts, audit, now }: ReportParts): ModerationHandlers['getReport'] =>
  async ({ id }, call) => {
    const administrator = await call.administrator('reports.read')
    const found = isId(id) ? await reports.find(id, sightOf(administrator)) : undefined
    if (!found) throw new KlaError('REPORT_NOT_FOUND')
    const { report, context } = found
    const [[wired]] = await Promise.all([
      wireReports([report], accounts, call),
      audit.record(reportAudit(audited(administrator, call, now), 'reports.read', { before: report })),
    ])
    return { report: wired, context: context && wireContext(context) }
  }
