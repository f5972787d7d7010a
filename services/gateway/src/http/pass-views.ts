import { Item, type Pass, type Reward, type Season, type Tier } from '@kla/proto'
import type { Item as ItemName, PassTier, PassTrack, PassView } from '@kla/proto/web'
import { isoOf } from './values.js'

interface RewardView {
  item: ItemName
  units: number
}

const ITEM: Readonly<Record<ItemName, Item>> = {
  gif_saves: Item.GIF_SAVES,
  wild_cards: Item.WILD_CARDS,
  battle_passes: Item.BATTLE_PASSES,
}
const nameOf = (item: Item): ItemName | undefined =>
  (Object.keys(ITEM) as ItemName[]).find((name) => ITEM[name] === item)

/** Leaves out a newer service's items. */
function rewardView(reward: Reward | undefined): RewardView | null {
  const item = reward && nameOf(reward.item)
  return item ? { item, units: reward.units } : null
}

export const rewardOf = (reward: RewardView | null): Reward | undefined =>
  reward ? { item: ITEM[reward.item], units: reward.units } : undefined

export const passTierView = ({ tier, points, freeReward, passReward }: Tier): PassTier => ({
  tier,
  points,
  free_reward: rewardView(freeReward),
  pass_reward: rewardView(passReward),
})

const passSeasonView = (season: Season, claimableUntilMs: number): NonNullable<PassView['season']> => ({
  id: season.id,
  name: season.name,
  starts_at: isoOf(season.startsAtMs),
  ends_at: isoOf(season.endsAtMs),
  claimable_until: isoOf(claimableUntilMs),
  points_played: season.pointsPlayed,
  points_won: season.pointsWon,
  tiers: season.tiers.map(passTierView),
})

const passProgressView = (pass: Pass): NonNullable<PassView['you']> => ({
  points: pass.points,
  activated: pass.activated,
  passes_available: pass.passesAvailable,
  claims: pass.claims.map(({ tier, track, claimedAtMs }) => ({
    tier,
    track: track as PassTrack,
    claimed_at: isoOf(claimedAtMs),
  })),
})

export const passView = (pass: Pass, of: 'player' | 'visitor'): PassView => ({
  season: pass.season ? passSeasonView(pass.season, pass.claimableUntilMs) : null,
  you: of === 'visitor' ? null : passProgressView(pass),
  ...(of === 'player' && pass.earlier.length > 0 && { earlier: pass.earlier.flatMap(earlierView) }),
})

const earlierView = (pass: Pass): NonNullable<PassView['earlier']> =>
  pass.season ? [{ season: passSeasonView(pass.season, pass.claimableUntilMs), you: passProgressView(pass) }] : []
