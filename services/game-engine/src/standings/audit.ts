import { type Administrator, type Call, type Database, insertFact, inTransaction, newId, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** What an administrator has read or changed. */
interface Audited {
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
export function auditEvent({ factId, atMs, administrator, action, accountId, details, requestId }: Audited): OutboxFact {
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

/** Writes down what changes nothing: reads of personal data. */
export interface AuditRecorder {
  /** To be awaited before what was read is answered. */
  record(
    administrator: Administrator,
    call: Pick<Call, 'requestId'>,
    read: {
      readonly action: string
      /** Whose, where one account was asked for. */
      readonly accountId?: number
      readonly details: Readonly<Record<string, unknown>>
    },
  ): Promise<void>
}

export const createAuditRecorder = (database: Database, now: () => number): AuditRecorder => ({
  record: (administrator, { requestId }, read) =>
    inTransaction(database, (tx) =>
      insertFact(tx, auditEvent({ factId: newId(), atMs: now(), administrator, requestId, ...read })),
    ),
})
