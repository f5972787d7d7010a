import { createHash } from 'node:crypto'
import {
  type Administrator,
  type Call,
  type Database,
  insertEventOnce,
  inTransaction,
  newId,
  type OutboxEvent,
  type Transaction,
} from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** Administrator and request to audit. */
export interface AuditedBy {
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly call: Pick<Call, 'requestId'>
  readonly atMs: number
  /** A new one unless given, as for an act that is recorded once. */
  readonly eventId?: string
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
  { administrator, call, atMs, eventId = newId() }: AuditedBy,
): OutboxEvent {
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

/** Names an act by its request, so that a repeat finds its event. */
export const actId = (
  action: `cups.${string}`,
  act: Details,
  { administrator, call }: Pick<AuditedBy, 'administrator' | 'call'>,
): string => {
  const hash = createHash('sha256').update(JSON.stringify([administrator.id, call.requestId, act]))
  return `${action}:${hash.digest('base64url')}`
}

/** True if the event is stored; the outbox keeps it for days. Lock what it is about first. */
export async function isStored(tx: Transaction, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM outbox WHERE event_id = $1', [eventId])
  return rowCount === 1
}

/** Records an event in the outbox, once for each id. */
export type RecordEvent = (event: OutboxEvent) => Promise<void>

export const createEventRecorder =
  (database: Database): RecordEvent =>
  (event) =>
    inTransaction(database, (tx) => insertEventOnce(tx, event))
