import { createHash } from 'node:crypto'
import { AuditRecorded, type AuditSource, subjects } from '@kla/proto'
import type { Call } from './grpc/served-call.js'
import { newId } from './ids.js'
import { insertEvent, type OutboxEvent } from './outbox.js'
import { type Database, inTransaction, type Transaction } from './pg.js'
import type { Administrator } from './principal.js'

/** Administrator in an audit event. */
export type AuditActor = Pick<Administrator, 'id' | 'name'>

/** Act of an administrator, for the audit log. */
export interface Audited {
  /** A new one unless given, as for an act that a request does once. */
  readonly eventId?: string | undefined
  /** Unix milliseconds. */
  readonly atMs: number
  readonly administrator: AuditActor
  readonly action: string
  readonly subject?: { readonly kind: string; readonly id: number | string } | undefined
  /** Ids and figures, without secrets, e-mails and search texts. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Creates an event for moderation's audit log. */
export const auditEvent = (
  source: AuditSource,
  { eventId = newId(), atMs, administrator, action, subject, details, requestId }: Audited,
): OutboxEvent =>
  entryEvent(source, {
    eventId,
    atMs,
    action,
    requestId,
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: subject?.kind ?? '',
    subjectId: String(subject?.id ?? ''),
    details: JSON.stringify(details ?? {}),
  })

/** Creates the event of a finished entry. */
export const entryEvent = (source: AuditSource, entry: AuditRecorded): OutboxEvent => ({
  subject: subjects.eventAuditRecorded(source),
  eventId: entry.eventId,
  payload: AuditRecorded.encode(entry).finish(),
})

const namedBy = (action: string, ...parts: readonly unknown[]): string =>
  `${action}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

/** Names an act by its request, so that a repeat finds its event. */
export const actId = (
  action: string,
  { id }: Pick<AuditActor, 'id'>,
  { requestId }: Pick<Call, 'requestId'>,
  act: unknown,
): string => namedBy(action, id, requestId, act)

/** What open pages read again within this time is one view; ours. */
const VIEW_MS = 600_000

/** Names a view by its time, so that all its parts and repeats have one event. `view`: what is seen. */
export const viewId = (action: string, { id }: Pick<AuditActor, 'id'>, view: unknown, atMs: number): string =>
  namedBy(action, id, Math.floor(atMs / VIEW_MS), view)

/** True if the event is stored; the outbox keeps it for days. Lock what it is about first. */
export async function isStored(tx: Transaction, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM outbox WHERE event_id = $1', [eventId])
  return rowCount === 1
}

/** Returns the details of an audit event if it is stored. */
export async function storedDetails(tx: Transaction, eventId: string): Promise<unknown> {
  const { rows } = await tx.query<{ payload: Buffer }>('SELECT payload FROM outbox WHERE event_id = $1', [eventId])
  return rows[0] && (JSON.parse(AuditRecorded.decode(rows[0].payload).details) as unknown)
}

/** Records reads of personal data in the audit log. */
export interface AuditRecorder {
  record(
    administrator: AuditActor,
    call: Pick<Call, 'requestId'>,
    read: Pick<Audited, 'action' | 'subject' | 'details'>,
  ): Promise<void>
}

export const createAuditRecorder = (database: Database, source: AuditSource, now: () => number): AuditRecorder => ({
  record: (administrator, { requestId }, read) =>
    inTransaction(database, (tx) =>
      insertEvent(tx, auditEvent(source, { atMs: now(), administrator, requestId, ...read })),
    ),
})
