import type { PassTier } from './pass.js'

/** How far points go on the way to the next tier. */
export interface PassStanding {
  /** The highest tier reached; 0: none yet. */
  reached: number
  /** The next one; null once all are reached. */
  next: PassTier | null
  /** Points still missing to it. */
  missing: number
  /** How much of the way from the last tier to the next is done, 0 to 1. */
  share: number
}

/** Where `points` stand among tiers in their order. */
export function passStanding(tiers: readonly PassTier[], points: number): PassStanding {
  const last = tiers.findLast((tier) => tier.points <= points)
  const next = tiers.find((tier) => tier.points > points) ?? null
  const from = last?.points ?? 0
  return {
    reached: last?.tier ?? 0,
    next,
    missing: next ? next.points - points : 0,
    share: next ? (points - from) / (next.points - from) : 1,
  }
}
