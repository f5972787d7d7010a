import type { Reward as WireReward, Season as WireSeason, Tier as WireTier } from '@kla/proto'
import type { Reward, Season, SeasonPlan, Tier } from '../../domain/pass/index.js'
import type { Refused } from '../../domain/index.js'
import { itemOf, wireItemOf } from '../items.js'

export const seasonToWire = ({ tiers, ...season }: Season): WireSeason => ({ ...season, tiers: tiers.map(tierToWire) })

const tierToWire = ({ points, freeReward, passReward }: Tier, at: number): WireTier => ({
  tier: at + 1,
  points,
  freeReward: rewardToWire(freeReward),
  passReward: rewardToWire(passReward),
})

const rewardToWire = (reward: Reward | null): WireReward | undefined =>
  reward ? { item: wireItemOf(reward.item), units: reward.units } : undefined

/** A plan as it came; refused where its tiers are not numbered 1, 2, 3 and so on. Throws INVALID_FIELD for no item. */
export function planOf({ tiers, published: _, version: __, ...season }: WireSeason): SeasonPlan | Refused {
  if (tiers.some(({ tier }, at) => tier !== at + 1)) return { refused: 'INVALID_FIELD' }
  return { ...season, tiers: tiers.map(tierOf) }
}

const tierOf = ({ points, freeReward, passReward }: WireTier): Tier => ({
  points,
  freeReward: rewardOf(freeReward),
  passReward: rewardOf(passReward),
})

const rewardOf = (reward: WireReward | undefined): Reward | null =>
  reward ? { item: itemOf(reward.item), units: reward.units } : null
