import { type Administrator, type Call, type Database, insertFact, inTransaction, newId, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** What an administrator has read or changed. */
export interface Audited {
  readonly factId: string
  readonly atMs: number
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  /** Such as "members.list". */
  readonly action: string
  readonly subject?: { readonly kind: string; readonly id: string }
  /** Ids, names of filters, old and new values; never a secret, an e-mail or a search text. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Tells moderation, which keeps the audit log. */
export function auditFact({ factId, atMs, administrator, action, subject, details, requestId }: Audited): OutboxFact {
  const payload = AuditRecorded.encode({
    ...{ factId, atMs, action, requestId },
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: subject?.kind ?? '',
    subjectId: subject?.id ?? '',
    details: JSON.stringify(details ?? {}),
  }).finish()
  return { subject: subjects.factAuditRecorded('auth'), factId, payload }
}

/** Writes down what changes nothing: reads of personal data. */
export interface AuditRecorder {
  /** To be awaited before what was read is answered. */
  record(
    administrator: Administrator,
    call: Pick<Call, 'requestId'>,
    read: Pick<Audited, 'action' | 'details'>,
  ): Promise<void>
}

export const createAuditRecorder = (database: Database, now: () => number): AuditRecorder => ({
  record: (administrator, { requestId }, read) =>
    inTransaction(database, (tx) =>
      insertFact(tx, auditFact({ factId: newId(), atMs: now(), administrator, requestId, ...read })),
    ),
})
