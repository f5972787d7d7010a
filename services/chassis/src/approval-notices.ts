import { ApprovalChanged, subjects } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import type { Approval } from './approvals.js'
import type { Bus } from './nats/bus.js'

/** A request as gateways learn of it: ids only. */
export type NoticedApproval = Pick<Approval, 'id' | 'askedById' | 'approvedById'>

/** Permissions to approve a request, and whether only holders of reports.grave know of it. */
export interface ApprovalRights {
  /** Any of these. */
  readonly permissions: readonly Permission[]
  readonly grave: boolean
}

/** Finds unapproved requests that ran out in a span of time, its end included. */
export type ReadEnded = (
  fromMs: number,
  toMs: number,
) => Promise<readonly { readonly approval: NoticedApproval; readonly rights: ApprovalRights }[]>

/** Notifies consoles of requests for a second person. A lost notice costs a late page: pages read numbers again. */
export interface ApprovalNotices {
  /** Call it after the commit of a request or an approval. Idempotent. */
  changed(approval: NoticedApproval, rights: ApprovalRights): void
  /** Publishes what ran out since the last round of this process. */
  ended(read: ReadEnded): () => Promise<void>
}

/** Interval of the rounds that publish what ran out. Ours. */
export const ENDED_EVERY_MS = 15_000

export function createApprovalNotices(bus: Pick<Bus, 'publish'>, now: () => number): ApprovalNotices {
  const publish = (
    { id, askedById, approvedById = 0 }: NoticedApproval,
    { permissions, grave }: ApprovalRights,
    ended: boolean,
  ): void => {
    const update = { id, askedById, approvedById, permissions: [...permissions], grave, ended }
    bus.publish(subjects.approvalsChanged, ApprovalChanged.encode(update).finish())
  }
  return {
    changed: (approval, rights) => publish(approval, rights, false),
    ended(read) {
      let fromMs = now()
      return async () => {
        const toMs = now()
        for (const { approval, rights } of await read(fromMs, toMs)) publish(approval, rights, true)
        fromMs = toMs
      }
    },
  }
}
