import type { BanScope } from '@kla/proto/web'
import type { AuditEntry } from '../audit/index.js'
import { decideBan, isInForce, SAME_BAN_MS, type Ban, type BanOrder, type Change } from './rules.js'
import type { BanStore } from './store.js'

/** Each commits with its audit entry and mail. */
export interface BanChanges {
  /** Returns the ban that a repeated order has set. */
  set(order: BanOrder, change: Change, audit: (ban: Ban) => AuditEntry): Promise<Ban | 'too-many'>
  /** One that is over stays as it is. */
  lift(id: number, reason: string, change: Change, audit: (ban: Ban) => AuditEntry): Promise<Ban | undefined>
  liftAll(
    target: { readonly accountId: number; readonly scope: BanScope | undefined; readonly reason: string },
    change: Change,
    audit: (lifted: readonly Ban[]) => AuditEntry,
  ): Promise<readonly Ban[]>
  /** Hides a ban and lifts it. A repeated request gets the same answer. */
  hide(
    id: number,
    change: Change & { readonly requestId: string },
    audit: (ban: Ban) => AuditEntry,
  ): Promise<{ readonly ban: Ban; readonly hiddenAtMs: number } | undefined>
}

export const createBanChanges = (store: BanStore): BanChanges => ({
  set: (order, change, audit) =>
    store.ofAccount(order.accountId, async (bans) => {
      const recent = await bans.setBy(change.by.id, change.atMs - SAME_BAN_MS)
      const inForce = await bans.inForce(undefined, change.atMs)
      const decision = decideBan(order, { recent, inForce }, change.atMs)
      if (decision.kind === 'repeated') return decision.ban
      if (decision.kind === 'too-many') return decision.kind
      const ban = await bans.insert(order, change)
      await bans.record(audit(ban))
      return ban
    }),

  lift: (id, reason, change, audit) =>
    store.ofBan(id, async (bans, ban) => {
      if (!isInForce(ban, change.atMs)) return ban
      const [lifted] = await bans.lift([ban], reason, change)
      if (!lifted) return undefined
      await bans.record(audit(lifted))
      return lifted
    }),

  liftAll: ({ accountId, scope, reason }, change, audit) =>
    store.ofAccount(accountId, async (bans) => {
      const lifted = await bans.lift(await bans.inForce(scope, change.atMs), reason, change)
      await bans.record(audit(lifted))
      return lifted
    }),

  async hide(id, change, audit) {
    await store.ofBan(id, async (bans, ban) => {
      if (isInForce(ban, change.atMs)) await bans.lift([ban], '', change)
      await bans.hide(id, change)
      await bans.record(audit(ban))
      return ban
    })
    return store.hiddenBy(change.requestId, id)
  },
})
