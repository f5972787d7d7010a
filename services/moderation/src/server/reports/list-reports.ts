import { readReportQuery } from '../../domain/reports/list.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { sightOf, type ReportParts } from './parts.js'
import { reportsAudit } from './report-audit.js'
import { wireReports } from './wire-report.js'

export const listReports =
  ({ reports, accounts, audit, now }: ReportParts): ModerationHandlers['listReports'] =>
  async (request, call) => {
    const administrator = await call.administrator('reports.read')
    const query = accepted(readReportQuery(request))
    const sight = sightOf(administrator)
    const { reports: found, total } = await reports.list(query, sight)
    const [wired] = await Promise.all([
      wireReports(found, accounts, call),
      audit.record(reportsAudit(audited(administrator, call, now), query, { reports: found, sight })),
    ])
    return { reports: wired, total }
  }
