import {
  type Administrator,
  type Call,
  type Database,
  insertEvent,
  inTransaction,
  newId,
  type OutboxEvent,
  type Transaction,
} from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** Act of an administrator, for the audit log. */
export interface Audited {
  readonly eventId: string
  readonly atMs: number
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly action: string
  readonly subject?: { readonly kind: string; readonly id: string }
  /** Details without secrets, e-mails or search texts. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly requestId: string
}

export function auditEvent({
  eventId,
  atMs,
  administrator,
  action,
  subject,
  details,
  requestId,
}: Audited): OutboxEvent {
  const payload = AuditRecorded.encode({
    eventId,
    atMs,
    action,
    requestId,
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: subject?.kind ?? '',
    subjectId: subject?.id ?? '',
    details: JSON.stringify(details ?? {}),
  }).finish()
  return { subject: subjects.eventAuditRecorded('auth'), eventId, payload }
}

/** True if the event is stored; the outbox keeps it for days. Lock what it is about first. */
export async function isStored(tx: Transaction, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM outbox WHERE event_id = $1', [eventId])
  return rowCount === 1
}

/** Records reads in the audit log. */
export interface AuditRecorder {
  record(
    administrator: Administrator,
    call: Pick<Call, 'requestId'>,
    read: Pick<Audited, 'action' | 'details'>,
  ): Promise<void>
}

export const createAuditRecorder = (database: Database, now: () => number): AuditRecorder => ({
  record: (administrator, { requestId }, read) =>
    inTransaction(database, (tx) =>
      insertEvent(tx, auditEvent({ eventId: newId(), atMs: now(), administrator, requestId, ...read })),
    ),
})
