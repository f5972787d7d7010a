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

type Details = Readonly<Record<string, unknown>>

/** Creates an audit event without free-text reasons. */
export const cupAudited = (action: `cups.${string}`, cupId: string, details: Details, by: AuditedBy): OutboxEvent =>
  audited(action, { subjectKind: 'cup', subjectId: cupId, details }, by)

/** Creates the audit event of a list that is about to be exported. */
export const cupsExported = (details: Details, by: AuditedBy): OutboxEvent =>
  audited('cups.export', { subjectKind: '', subjectId: '', details }, by)

function audited(
  action: `cups.${string}`,
  { details, ...subject }: { readonly subjectKind: string; readonly subjectId: string; readonly details: Details },
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
    ...subject,
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
