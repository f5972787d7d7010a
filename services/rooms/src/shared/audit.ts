import { insertFact, inTransaction, newId, type Administrator, type Call, type Database, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

export interface AuditedBy {
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly call: Pick<Call, 'requestId'>
  readonly atMs: number
}

/** Free-text reasons stay in the cup. */
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

/** For an event without a change of a record. */
export type RecordEvent = (event: OutboxFact) => Promise<void>

export const createEventRecorder =
  (database: Database): RecordEvent =>
  (event) =>
    inTransaction(database, (tx) => insertFact(tx, event))
