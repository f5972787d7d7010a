import type { BanScope } from '@kla/proto/web'
import { isInForce, type Ban } from './ban.js'

/** What a ban in force leaves somebody without. */
export interface BanRestriction {
  readonly scope: BanScope
  /** Unix milliseconds; 0: for good. */
  readonly untilMs: number
  readonly reason: string
  readonly banId: number
}

/** One restriction for each ban in force, in the order in which they were set. */
export const restrictionsOf = (bans: readonly Ban[], nowMs: number): readonly BanRestriction[] =>
  bans
    .filter((ban) => isInForce(ban, nowMs))
    .map(({ id, scope, expiresAtMs, reason }) => ({ scope, untilMs: expiresAtMs ?? 0, reason, banId: id }))
    .sort((one, other) => one.banId - other.banId)
