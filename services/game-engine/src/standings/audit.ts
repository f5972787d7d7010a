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

interface Audited {
  readonly eventId: string
  readonly atMs: number
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly action: string
  readonly accountId?: number
  /** Ids, filters and figures, never reasons. */
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Creates an event for moderation's audit log. */
export function auditEvent({
  eventId,
  atMs,
  administrator,
  action,
  accountId,
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
    subjectKind: accountId === undefined ? '' : 'account',
    subjectId: accountId === undefined ? '' : String(accountId),
    details: JSON.stringify(details),
  }).finish()
  return { subject: subjects.eventAuditRecorded('game-engine'), eventId, payload }
}

/** Records reads of personal data. */
export interface AuditRecorder {
  record(
    administrator: Administrator,
    call: Pick<Call, 'requestId'>,
    read: {
      readonly action: string
      readonly accountId?: number
      readonly details: Readonly<Record<string, unknown>>
    },
  ): Promise<void>
}

export const createAuditRecorder = (database: Database, now: () => number): AuditRecorder => ({
  record: (administrator, { requestId }, read) =>
    inTransaction(database, (tx) =>
      insertEvent(tx, auditEvent({ eventId: newId(), atMs: now(), administrator, requestId, ...read })),
    ),
})
