import { accepted, exportedPages, invalidField, KlaError } from '@kla/chassis'
import type { AuditEntry as EntryMessage } from '@kla/proto'
import { EXPORT_ROWS_MAX } from '@kla/proto/web'
import { auditedBy, type ModerationHandlers, visibilityFor } from '../shared/rpc.js'
import type { AuditRecorder } from './log-store.js'
import type { AuditPages } from './pages-store.js'
import { chainAt, type ChainedEntry } from './rules/chain.js'
import { filtersOf, searchOf } from './rules/input.js'
import type { VerifyPart } from './verify.js'

interface RpcDeps {
  readonly pages: AuditPages
  readonly verify: VerifyPart
  readonly audit: AuditRecorder
  readonly now: () => number
}

type Handlers = Pick<ModerationHandlers, 'listAudit' | 'exportAudit' | 'listAuditFilters' | 'verifyAudit'>

export const auditHandlers = ({ pages, verify, audit, now }: RpcDeps): Handlers => ({
  /** `next` is 0 on the last page. Errors: INVALID_FIELD. */
  async listAudit(request, call) {
    const administrator = await call.administrator('audit.read')
    const search = accepted(searchOf(request))
    const { entries, more } = accepted(await pages.find(search, visibilityFor(administrator)))
    await audit.record({
      ...auditedBy(administrator, call, now),
      action: 'audit.list',
      subjectKind: '',
      subjectId: '',
      restricted: false,
      details: JSON.stringify({ filters: filtersOf(search) }),
    })
    return { entries: entries.map(toProto), next: more ? (entries.at(-1)?.seq ?? 0) : 0 }
  },

  /** The entry has no number of rows for who sees restricted entries, since that would reveal how many there are. */
  async *exportAudit({ list }, call) {
    const administrator = await call.administrator('audit.read')
    if (!list) throw new KlaError('INVALID_FIELD')
    const search = accepted(searchOf({ ...list, before: 0, limit: 0 }))
    const visibility = visibilityFor(administrator)
    const total = await pages.count(search, visibility, EXPORT_ROWS_MAX)
    const rows = visibility.grave ? {} : { rows: Math.min(total, EXPORT_ROWS_MAX) }
    await audit.record({
      ...auditedBy(administrator, call, now),
      action: 'audit.export',
      subjectKind: '',
      subjectId: '',
      restricted: false,
      details: JSON.stringify({ filters: filtersOf(search), ...rows }),
    })
    yield { entries: [], total }
    const parts = exportedPages<ChainedEntry, number>(async ({ limit, after }) => {
      const { entries, more } = accepted(
        await pages.find({ ...search, limit, ...(after && { before: after }) }, visibility),
      )
      return { rows: entries, next: more ? entries.at(-1)?.seq : undefined }
    })
    for await (const part of parts) yield { entries: part.map(toProto), total }
  },

  /** Leaves no entry: it names administrators and actions, but shows nothing else. */
  async listAuditFilters(_request, call) {
    return pages.filters(visibilityFor(await call.administrator('audit.read')))
  },

  /** The console calls again from `checkedTo` until `done`. Errors: INVALID_FIELD. */
  async verifyAudit(request, call) {
    const administrator = await call.administrator('audit.read')
    const fromSeq = request.fromSeq || 1
    if (!Number.isSafeInteger(fromSeq) || fromSeq < 1) throw invalidField('from')
    const { last, done, fault } = await verify({ fromSeq, ...visibilityFor(administrator) })
    await audit.record({
      ...auditedBy(administrator, call, now),
      action: 'audit.verify',
      subjectKind: '',
      subjectId: '',
      details: JSON.stringify({ from: fromSeq, to: last.seq, fault: fault?.kind ?? null }),
      // The number of a restricted entry reveals how many there are.
      restricted: chainAt(last.seq) === 'restricted',
    })
    return {
      checkedTo: last.seq,
      done,
      faultSeq: fault?.seq ?? 0,
      fault: fault?.kind ?? '',
      headHash: Buffer.from(last.hash).toString('hex'),
    }
  },
})

const toProto = (entry: ChainedEntry): EntryMessage => ({
  seq: entry.seq,
  atMs: entry.atMs,
  actor: entry.actor,
  actorId: entry.actorId,
  action: entry.action,
  subjectKind: entry.subjectKind,
  subjectId: entry.subjectId,
  details: entry.details,
  requestId: entry.requestId,
})
