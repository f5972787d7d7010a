import {
  type Administrator,
  type Call,
  type Database,
  insertEvent,
  inTransaction,
  newId,
  type OutboxEvent,
} from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** Administrator and request to audit. */
export interface AuditedBy {
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly call: Pick<Call, 'requestId'>
  readonly atMs: number
}

/** Creates an audit event without free-text reasons. */
export function cupAudited(
  action: `cups.${string}`,
  cupId: string,
  details: Readonly<Record<string, unknown>>,
  { administrator, call, atMs }: AuditedBy,
): OutboxEvent {
  const eventId = newId()
  const payload = AuditRecorded.encode({
    eventId,
    action,
    atMs,
    requestId: call.requestId,
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: 'cup',
    subjectId: cupId,
    details: JSON.stringify(details),
  }).finish()
  return { subject: subjects.eventAuditRecorded('rooms'), eventId, payload }
}

/** Records an event in the outbox. */
export type RecordEvent = (event: OutboxEvent) => Promise<void>

export const createEventRecorder =
  (database: Database): RecordEvent =>
  (event) =>
    inTransaction(database, (tx) => insertEvent(tx, event))
