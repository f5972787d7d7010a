import type { Refused } from '../refusal.js'
import type { Reward, Season, SeasonPlan, Tier } from './season.js'

/** `repeat`: it is so already. `recount`: other results count than until now. */
export type SeasonChange =
  | { readonly season: Season; readonly recount: boolean }
  | { readonly repeat: Season }
  | Refused

/** What becomes of a season by a plan. `version` is the one that its editor has seen, 0 for a new one. */
export function changeSeason(known: Season | undefined, plan: SeasonPlan, version: number): SeasonChange {
  if (!known) {
    return version === 0
      ? { season: { ...plan, published: false, version: 1 }, recount: false }
      : { refused: 'CONFLICT' }
  }
  if (known.version === version + 1 && isPlannedSo(known, plan)) return { repeat: known }
  if (known.version !== version) return { refused: 'CONFLICT' }
  if (known.published && !keepsPromises(known, plan)) return { refused: 'SEASON_PUBLISHED' }
  const recount = known.published && plan.endsAtMs !== known.endsAtMs
  return { season: { ...plan, published: known.published, version: version + 1 }, recount }
}

/** Lets players see a season. */
export function publishSeason(known: Season | undefined): SeasonChange {
  if (!known) return { refused: 'SEASON_NOT_FOUND' }
  if (known.published) return { repeat: known }
  if (known.tiers.length === 0) return { refused: 'INVALID_FIELD' }
  return { season: { ...known, published: true, version: known.version + 1 }, recount: true }
}

/** Whether nobody loses anything that a published season has promised. */
const keepsPromises = (known: Season, plan: SeasonPlan): boolean =>
  plan.startsAtMs === known.startsAtMs &&
  plan.endsAtMs >= known.endsAtMs &&
  plan.pointsPlayed === known.pointsPlayed &&
  plan.pointsWon === known.pointsWon &&
  known.tiers.every((tier, at) => isSameTier(tier, plan.tiers[at]))

const isPlannedSo = (known: Season, plan: SeasonPlan): boolean =>
  known.name === plan.name &&
  known.endsAtMs === plan.endsAtMs &&
  known.tiers.length === plan.tiers.length &&
  keepsPromises(known, plan)

const isSameTier = (one: Tier, other: Tier | undefined): boolean =>
  one.points === other?.points &&
  isSameReward(one.freeReward, other.freeReward) &&
  isSameReward(one.passReward, other.passReward)

const isSameReward = (one: Reward | null, other: Reward | null): boolean =>
  one?.item === other?.item && one?.units === other?.units
