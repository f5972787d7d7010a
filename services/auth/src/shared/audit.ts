import { type Administrator, type Call, type Database, insertFact, inTransaction, newId, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

export interface Audited {
  readonly factId: string
  readonly atMs: number
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly action: string
  readonly subject?: { readonly kind: string; readonly id: string }
  /** Never a secret, an e-mail or a search text. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly requestId: string
}

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

/** Records reads of personal data. */
export interface AuditRecorder {
  /** Await it before answering. */
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
