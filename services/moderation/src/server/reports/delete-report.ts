import { KlaError } from '@kla/chassis'
import { isId } from '../../domain/plain-text.js'
import { eraseAfter } from '../../domain/retention.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { sightOf, type ReportParts } from './parts.js'
import { approvalDetails, reportAudit } from './report-audit.js'

export const deleteReport =
  ({ deletions, retention, now }: ReportParts): ModerationHandlers['deleteReport'] =>
  async ({ id }, call) => {
    const administrator = await call.administrator('reports.delete')
    if (!isId(id)) throw new KlaError('REPORT_NOT_FOUND')
    const by = audited(administrator, call, now)
    const { requestId } = call
    const outcome = await deletions.hide([id], sightOf(administrator), {
      by: { id: administrator.id, name: administrator.name, nowMs: by.atMs },
      requestId,
      entryOf: (before, approval) => reportAudit(by, 'reports.delete', { before }, approvalDetails(approval)),
    })
    if (outcome === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
    const hidden = outcome[0] ?? (await deletions.hiddenBy(requestId, id))
    if (!hidden) throw new KlaError('REPORT_NOT_FOUND')
    const { report, hiddenAtMs } = hidden
    return { eraseAfterMs: eraseAfter('report', report.category, hiddenAtMs, retention), held: report.held }
  }
