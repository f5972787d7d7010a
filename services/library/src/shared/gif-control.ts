import { newId, type Administrator, type Call, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'
import type { Permission } from '@kla/proto/web'

/** What an administrator changes, for the audit log. */
export interface GifChange {
  /** Such as "gifs.add". */
  readonly action: string
  /** Absent where it is more than one. */
  readonly gifId?: number
  /** Ids, numbers, old and new values; never a text that somebody wrote. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Makes the fact that tells of a change, to be laid in the outbox with it. */
export type Audited = (change: GifChange) => OutboxFact

/** Lets in only administrators with the permission, and knows who they are when something has to be told of them. */
export type GifControl = <Request, Response>(
  permission: Permission,
  work: (request: Request, call: Call, audited: Audited) => Promise<Response>,
) => (request: Request, call: Call) => Promise<Response>

/** `now`: Unix milliseconds, for the audit log. */
export const createGifControl =
  (now: () => number): GifControl =>
  (permission, work) =>
  async (request, call) => {
    const administrator = await call.administrator(permission)
    return work(request, call, (change) => auditFact(administrator, call.requestId, now(), change))
  }

function auditFact({ id, name }: Administrator, requestId: string, atMs: number, change: GifChange): OutboxFact {
  const factId = newId()
  const payload = AuditRecorded.encode({
    ...{ factId, atMs, requestId, action: change.action },
    actorId: id,
    actor: name,
    subjectKind: change.gifId === undefined ? '' : 'gif',
    subjectId: change.gifId === undefined ? '' : String(change.gifId),
    details: JSON.stringify(change.details ?? {}),
  }).finish()
  return { subject: subjects.factAuditRecorded('library'), factId, payload }
}
