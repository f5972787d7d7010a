import { insertFact, inTransaction, newId, type Administrator, type Call, type Database, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

export interface AuditedBy {
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly call: Pick<Call, 'requestId'>
  /** Unix milliseconds. */
  readonly atMs: number
}

/** The audit event of what an administrator did with a cup. Reasons in free text stay in the cup. */
export function cupAudited(
  action: `cups.${string}`,
  cupId: string,
  details: Readonly<Record<string, unknown>>,
  { administrator, call, atMs }: AuditedBy,
): OutboxFact {
  const factId = newId()
  const payload = AuditRecorded.encode({
    ...{ factId, action, atMs, requestId: call.requestId },
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: 'cup',
    subjectId: cupId,
    details: JSON.stringify(details),
  }).finish()
  return { subject: subjects.factAuditRecorded('rooms'), factId, payload }
}

/** Puts an event in the outbox that belongs to no change of a record. */
export type RecordEvent = (event: OutboxFact) => Promise<void>

export const createEventRecorder =
  (database: Database): RecordEvent =>
  (event) =>
    inTransaction(database, (tx) => insertFact(tx, event))
