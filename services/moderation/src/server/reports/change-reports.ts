import { KlaError, type Administrator, type Call } from '@kla/chassis'
import { BULK_MAX } from '@kla/proto/web'
import { isId } from '../../domain/plain-text.js'
import { decide, readChange } from '../../domain/reports/decide.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { sightOf, type ReportParts } from './parts.js'
import { approvalDetails, changesOf, reportAudit } from './report-audit.js'

export const changeReports =
  (parts: ReportParts): ModerationHandlers['changeReports'] =>
  async ({ ids, op, status }, call) => {
    const administrator = await call.administrator(op === 'delete' ? 'reports.delete' : 'reports.decide')
    const sound = ids.length >= 1 && ids.length <= BULK_MAX && ids.every(isId) && (op === 'delete' || op === 'status')
    if (!sound) throw new KlaError('INVALID_FIELD')
    const done = { administrator, call, parts }
    return { changed: op === 'delete' ? await hideAll(ids, done) : await setStatus(ids, status, done) }
  }

interface Doing {
  readonly administrator: Administrator
  readonly call: Call
  readonly parts: ReportParts
}

async function setStatus(ids: readonly number[], status: string, doing: Doing): Promise<number> {
  const { administrator, call, parts } = doing
  const change = accepted(readChange({ status }))
  const by = audited(administrator, call, parts.now)
  const changed = await parts.changes.change(ids, sightOf(administrator), (before) => {
    if (before.status === status) return undefined
    const after = decide(before, change, { name: administrator.name, nowMs: by.atMs })
    const details = { op: 'status', ...changesOf(before, after) }
    return { after, entry: reportAudit(by, 'reports.bulk', { before, after }, details) }
  })
  return changed.length
}

async function hideAll(ids: readonly number[], { administrator, call, parts }: Doing): Promise<number> {
  const by = audited(administrator, call, parts.now)
  const hidden = await parts.deletions.hide(ids, sightOf(administrator), {
    by: { id: administrator.id, name: administrator.name, nowMs: by.atMs },
    requestId: call.requestId,
    entryOf: (before, approval) =>
      reportAudit(by, 'reports.bulk', { before }, { op: 'delete', ...approvalDetails(approval) }),
  })
  if (hidden === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
  return hidden.length
}
