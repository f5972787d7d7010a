import { newId, type Call, type OutboxEvent } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'
import type { Permission } from '@kla/proto/web'

export interface GifChange {
  readonly action: string
  readonly gifId?: number
  /** Ids, numbers, old and new values; never free text. */
  readonly details?: Readonly<Record<string, unknown>>
}

export type AuditEntry = (change: GifChange) => OutboxEvent

/** Rejects callers without the permission. */
export async function authoriseChange(call: Call, permission: Permission, now: () => number): Promise<AuditEntry> {
  const { id, name } = await call.administrator(permission)
  return ({ action, gifId, details }) => {
    const eventId = newId()
    const payload = AuditRecorded.encode({
      ...{ eventId, atMs: now(), requestId: call.requestId, action },
      actorId: id,
      actor: name,
      subjectKind: gifId === undefined ? '' : 'gif',
      subjectId: gifId === undefined ? '' : String(gifId),
      details: JSON.stringify(details ?? {}),
    }).finish()
    return { subject: subjects.eventAuditRecorded('library'), eventId, payload }
  }
}
