import type { Item, PassTrack, SeasonEdit, SeasonView } from '@kla/proto/web'
import { fromLocalField, toLocalField } from '../kit/moments/local-moment.js'
import { readWhole } from '../kit/text/whole-number.js'

/** A reward as it is being written. */
export interface RewardDraft {
  /** Empty: nothing is given. */
  item: Item | ''
  units: string
}

export type TierDraft = { points: string } & Record<PassTrack, RewardDraft>

/** A season as it is being written; its times are as the browser's field has them. */
export interface SeasonDraft {
  name: string
  startsAt: string
  endsAt: string
  pointsPlayed: string
  pointsWon: string
  /** In their order, from tier 1. */
  tiers: readonly TierDraft[]
}

type Tier = SeasonView['tiers'][number]

export const NO_REWARD: RewardDraft = { item: '', units: '1' }
export const EMPTY_TIER: TierDraft = { points: '', free: NO_REWARD, pass: NO_REWARD }

const rewardDraft = (reward: Tier['free_reward']): RewardDraft =>
  reward === null ? NO_REWARD : { item: reward.item, units: String(reward.units) }

export const draftOf = (season: SeasonView): SeasonDraft => ({
  name: season.name,
  startsAt: toLocalField(new Date(season.starts_at)),
  endsAt: toLocalField(new Date(season.ends_at)),
  pointsPlayed: String(season.points_played),
  pointsWon: String(season.points_won),
  tiers: season.tiers.map(({ points, free_reward, pass_reward }) => ({
    points: String(points),
    free: rewardDraft(free_reward),
    pass: rewardDraft(pass_reward),
  })),
})

const toReward = ({ item, units }: RewardDraft): Tier['free_reward'] =>
  item === '' ? null : { item, units: readWhole(units) ?? 0 }

/** A time that was not touched stays to the second, which the field does not show. */
const momentOf = (field: string, before: string): string =>
  field === toLocalField(new Date(before)) ? before : (fromLocalField(field) ?? '')

/** What is sent for a draft without errors, on top of what it was made from. */
export const toSeasonEdit = (draft: SeasonDraft, basis: SeasonView): SeasonEdit => ({
  name: draft.name.trim(),
  starts_at: momentOf(draft.startsAt, basis.starts_at),
  ends_at: momentOf(draft.endsAt, basis.ends_at),
  points_played: readWhole(draft.pointsPlayed) ?? 0,
  points_won: readWhole(draft.pointsWon) ?? 0,
  tiers: draft.tiers.map(({ points, free, pass }, index) => ({
    tier: index + 1,
    points: readWhole(points) ?? 0,
    free_reward: toReward(free),
    pass_reward: toReward(pass),
  })),
  version: basis.version,
})
