import { createHash } from 'node:crypto'
import { type Call, newId, type OutboxEvent, type Transaction } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'
import type { Permission } from '@kla/proto/web'

/** Change to a GIF, for the audit log. */
export interface GifChange {
  readonly action: string
  readonly gifId?: number
  /** Details never contain free text. */
  readonly details?: Readonly<Record<string, unknown>>
  /** A new one unless given, as for a change that a request makes once. */
  readonly eventId?: string
}

/** Administrator and time of a change. */
export interface ChangedBy {
  readonly id: number
  readonly name: string
  readonly atMs: number
}

export type AuditEntry = ((change: GifChange) => OutboxEvent) & {
  readonly by: ChangedBy
  /** Names a change by its request, so that a repeat finds its event. */
  readonly idOf: (action: string, request: unknown) => string
}

/** Details of an event that is stored; the outbox keeps it for days. */
export async function storedDetails(tx: Transaction, eventId: string): Promise<unknown> {
  const { rows } = await tx.query<{ payload: Buffer }>('SELECT payload FROM outbox WHERE event_id = $1', [eventId])
  return rows[0] && (JSON.parse(AuditRecorded.decode(rows[0].payload).details) as unknown)
}

/** Rejects callers without the permission. */
export async function authoriseChange(call: Call, permission: Permission, now: () => number): Promise<AuditEntry> {
  const { id, name } = await call.administrator(permission)
  const atMs = now()
  const entry = ({ action, gifId, details, eventId = newId() }: GifChange): OutboxEvent => {
    const payload = AuditRecorded.encode({
      eventId,
      atMs,
      requestId: call.requestId,
      action,
      actorId: id,
      actor: name,
      subjectKind: gifId === undefined ? '' : 'gif',
      subjectId: gifId === undefined ? '' : String(gifId),
      details: JSON.stringify(details ?? {}),
    }).finish()
    return { subject: subjects.eventAuditRecorded('library'), eventId, payload }
  }
  const idOf = (action: string, request: unknown): string => {
    const hash = createHash('sha256').update(JSON.stringify([id, call.requestId, request]))
    return `${action}:${hash.digest('base64url')}`
  }
  return Object.assign(entry, { by: { id, name, atMs }, idOf })
}
