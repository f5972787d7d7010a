import { PASS_CLAIM_GRACE_MS, type Item } from '@kla/proto/web'

/** Items that a tier brings. */
export interface Reward {
  readonly item: Item
  readonly units: number
}

export interface Tier {
  /** The points at which it is reached. */
  readonly points: number
  /** For everybody; null: nothing. */
  readonly freeReward: Reward | null
  /** For who has activated a pass; null: nothing. */
  readonly passReward: Reward | null
}

/** What an editor writes of a season. */
export interface SeasonPlan {
  readonly id: string
  readonly name: string
  /** Unix milliseconds. */
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** For a battle that counts as played. */
  readonly pointsPlayed: number
  /** Beside those, for one that counts as won. */
  readonly pointsWon: number
  /** In their order: the first is tier 1. */
  readonly tiers: readonly Tier[]
}

export interface Season extends SeasonPlan {
  readonly published: boolean
  /** Rises with every change. */
  readonly version: number
}

/** When the rewards of a season can no longer be claimed; Unix milliseconds. */
export const claimableUntilMs = ({ endsAtMs }: Pick<Season, 'endsAtMs'>): number => endsAtMs + PASS_CLAIM_GRACE_MS

/** Whether points are earned and passes activated. */
export const isRunning = ({ published, startsAtMs, endsAtMs }: Season, nowMs: number): boolean =>
  published && startsAtMs <= nowMs && nowMs < endsAtMs

/** Whether rewards can be claimed. */
export const isClaimable = (season: Season, nowMs: number): boolean =>
  season.published && season.startsAtMs <= nowMs && nowMs < claimableUntilMs(season)
