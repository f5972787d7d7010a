import { actId, auditEvent, type Call, type OutboxEvent } from '@kla/chassis'
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

/** Rejects callers without the permission. */
export async function authoriseChange(call: Call, permission: Permission, now: () => number): Promise<AuditEntry> {
  const { id, name } = await call.administrator(permission)
  const atMs = now()
  const administrator = { id, name }
  const entry = ({ action, gifId, details = {}, eventId }: GifChange): OutboxEvent =>
    auditEvent('library', {
      ...{ eventId, atMs, administrator, action, details, requestId: call.requestId },
      subject: gifId === undefined ? undefined : { kind: 'gif', id: gifId },
    })
  const idOf = (action: string, request: unknown): string => actId(action, administrator, call, request)
  return Object.assign(entry, { by: { ...administrator, atMs }, idOf })
}
