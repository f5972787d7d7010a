import { type Call, newId, type OutboxEvent } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'
import type { Permission } from '@kla/proto/web'

/** Change to a GIF, for the audit log. */
export interface GifChange {
  readonly action: string
  readonly gifId?: number
  /** Details never contain free text. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Administrator and time of a change. */
export interface ChangedBy {
  readonly id: number
  readonly name: string
  readonly atMs: number
}

export type AuditEntry = ((change: GifChange) => OutboxEvent) & { readonly by: ChangedBy }

/** Rejects callers without the permission. */
export async function authoriseChange(call: Call, permission: Permission, now: () => number): Promise<AuditEntry> {
  const { id, name } = await call.administrator(permission)
  const atMs = now()
  const entry = ({ action, gifId, details }: GifChange): OutboxEvent => {
    const eventId = newId()
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
  return Object.assign(entry, { by: { id, name, atMs } })
}
