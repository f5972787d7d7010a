import type { Administrator, OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** What an administrator has changed. */
export interface Audited {
  readonly factId: string
  /** Unix milliseconds. */
  readonly atMs: number
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  /** Such as "pass.put". */
  readonly action: string
  readonly subject: { readonly kind: 'account' | 'season'; readonly id: string }
  /** Ids and figures; never a reason. */
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Tells moderation, which keeps the audit log. */
export function auditFact({ factId, atMs, administrator, action, subject, details, requestId }: Audited): OutboxFact {
  const payload = AuditRecorded.encode({
    ...{ factId, atMs, action, requestId },
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    details: JSON.stringify(details),
  }).finish()
  return { subject: subjects.factAuditRecorded('commerce'), factId, payload }
}
