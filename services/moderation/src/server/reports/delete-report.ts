import { KlaError } from '@kla/chassis'
import { isId } from '../../domain/plain-text.js'
import { eraseAfter } from '../../domain/retention.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { sightOf, type ReportParts } from './parts.js'
import { reportAudit } from './report-audit.js'

export const deleteReport =
  ({ changes, retention, now }: ReportParts): ModerationHandlers['deleteReport'] =>
  async ({ id }, call) => {
    const administrator = await call.administrator('reports.delete')
    if (!isId(id)) throw new KlaError('REPORT_NOT_FOUND')
    const by = audited(administrator, call, now)
    const { requestId } = call
    const [first] = await changes.hide([id], sightOf(administrator), {
      atMs: by.atMs,
      requestId,
      entryOf: (before) => reportAudit(by, 'reports.delete', { before }),
    })
    const hidden = first ?? (await changes.hiddenBy(requestId, id))
    if (!hidden) throw new KlaError('REPORT_NOT_FOUND')
    const { report, hiddenAtMs } = hidden
    return { eraseAfterMs: eraseAfter('report', report.category, hiddenAtMs, retention), held: report.held }
  }
