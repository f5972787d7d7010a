import { KlaError } from '@kla/chassis'
import type { AuditEntry as WireEntry } from '@kla/proto'
import { accepted, audited, type ModerationHandlers } from '../shared/rpc.js'
import type { AuditRecorder } from './log-store.js'
import type { AuditPages } from './pages-store.js'
import { chainAt } from './rules/chain.js'
import { type ChainedEntry, filtersOf, searchOf } from './rules/entry.js'
import type { VerifyStretch } from './verify.js'

/** What the RPCs of the audit log work with. */
export interface AuditDependencies {
  readonly pages: AuditPages
  readonly verify: VerifyStretch
  readonly audit: AuditRecorder
  /** Unix milliseconds. */
  readonly now: () => number
}

export const listAudit =
  ({ pages, audit, now }: Pick<AuditDependencies, 'pages' | 'audit' | 'now'>): ModerationHandlers['listAudit'] =>
  async (request, call) => {
    const administrator = await call.administrator('audit.read')
    const search = accepted(searchOf(request))
    const { entries, more } = accepted(await pages.find(search, administrator.permissions.includes('reports.grave')))
    await audit.record({
      ...audited(administrator, call, now),
      action: 'audit.list',
      subjectKind: '',
      subjectId: '',
      details: JSON.stringify({ filters: filtersOf(search) }),
      restricted: false,
    })
    return { entries: entries.map(toWire), next: more ? (entries.at(-1)?.seq ?? 0) : 0 }
  }

const toWire = (entry: ChainedEntry): WireEntry => ({
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

export const verifyAudit =
  ({ verify, audit, now }: Pick<AuditDependencies, 'verify' | 'audit' | 'now'>): ModerationHandlers['verifyAudit'] =>
  async (request, call) => {
    const administrator = await call.administrator('audit.read')
    const fromSeq = request.fromSeq || 1
    if (!Number.isSafeInteger(fromSeq) || fromSeq < 1) throw new KlaError('INVALID_FIELD')
    const grave = administrator.permissions.includes('reports.grave')
    const { last, done, fault } = await verify({ fromSeq, grave })
    await audit.record({
      ...audited(administrator, call, now),
      action: 'audit.verify',
      subjectKind: '',
      subjectId: '',
      details: JSON.stringify({ from: fromSeq, to: last.seq, fault: fault?.kind ?? null }),
      // The number of a restricted entry says that there are so many.
      restricted: chainAt(last.seq) === 'restricted',
    })
    return {
      checkedTo: last.seq,
      done,
      faultSeq: fault?.seq ?? 0,
      fault: fault?.kind ?? '',
      headHash: Buffer.from(last.hash).toString('hex'),
    }
  }
