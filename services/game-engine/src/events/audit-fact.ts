import type { Administrator, OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** What an administrator has read or changed. */
export interface Audited {
  readonly factId: string
  /** Unix milliseconds. */
  readonly atMs: number
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  /** Such as "standings.correct". */
  readonly action: string
  /** Whose standing it is about; absent where it is about several. */
  readonly accountId?: number
  /** Ids, names of filters, figures; never a reason. */
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Tells moderation, which keeps the audit log. */
export function auditFact({ factId, atMs, administrator, action, accountId, details, requestId }: Audited): OutboxFact {
  const payload = AuditRecorded.encode({
    ...{ factId, atMs, action, requestId },
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: accountId === undefined ? '' : 'account',
    subjectId: accountId === undefined ? '' : String(accountId),
    details: JSON.stringify(details),
  }).finish()
  return { subject: subjects.factAuditRecorded('game-engine'), factId, payload }
}
