import { isInForce, type Ban } from './ban.js'
import type { BanOrder } from './ban-order.js'

/** Within this time the same ban by the same administrator is one that was sent twice, milliseconds. */
export const SAME_BAN_MS = 10_000

/**
 * The ban that an order has led to already, among those that its administrator has lately set against the same account.
 * One that was lifted since is another one: then it is meant to be set again.
 */
export const sameBan = (order: BanOrder, lately: readonly Ban[], nowMs: number): Ban | undefined =>
  lately.find(
    (ban) =>
      isInForce(ban, nowMs) &&
      ban.bannedAtMs > nowMs - SAME_BAN_MS &&
      ban.accountId === order.accountId &&
      ban.scope === order.scope &&
      ban.reason === order.reason &&
      ban.notes === order.notes &&
      ban.evidence === order.evidence &&
      (ban.expiresAtMs === undefined ? 0 : ban.expiresAtMs - ban.bannedAtMs) === order.durationMs,
  )
