import {
  characterCount,
  type Item,
  PASS_NAME_MAX,
  PASS_POINTS_MAX,
  PASS_REWARD_UNITS_MAX,
  PASS_TRACKS,
  type PassTrack,
  type SeasonEdit,
  type SeasonView,
  visibleLine,
} from '@kla/proto/web'
import { readWhole } from '../kit/numbers.js'
import { fromLocalField, localFieldError, toLocalField } from '../kit/times.js'

/** Reward of a tier as the form holds it. */
export interface RewardDraft {
  item: Item | ''
  units: string
}

export type TierDraft = { points: string } & Record<PassTrack, RewardDraft>

/** Season in the form, with `MomentField` times. */
export interface SeasonDraft {
  name: string
  startsAt: string
  endsAt: string
  pointsPlayed: string
  pointsWon: string
  tiers: readonly TierDraft[]
}

type Tier = SeasonView['tiers'][number]

const NO_REWARD: RewardDraft = { item: '', units: '1' }
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

/** An untouched time keeps the seconds the field hides. */
const momentOf = (field: string, before: string): string =>
  field === toLocalField(new Date(before)) ? before : (fromLocalField(field) ?? '')

export const toSeasonEdit = (draft: SeasonDraft, basis: SeasonView): SeasonEdit => ({
  name: visibleLine(draft.name),
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

/** Same limit as in proto/web/admin/pass.ts. */
const TIER_POINTS_MAX = 1_000_000

export type TierErrors = Partial<Record<keyof TierDraft, string>>
/** Messages beside a season's invalid fields and tiers. */
export interface SeasonErrors extends Partial<Record<Exclude<keyof SeasonDraft, 'tiers'>, string | undefined>> {
  tiers?: ReadonlyMap<number, TierErrors>
}

const within = (text: string, min: number, max: number): boolean => {
  const number = readWhole(text)
  return number !== null && number >= min && number <= max
}

function nameError(given: string): string | undefined {
  const name = visibleLine(given)
  if (name === '') return 'A name is required.'
  return characterCount(name) > PASS_NAME_MAX ? `At most ${PASS_NAME_MAX} characters.` : undefined
}

/** Returns no errors for a valid draft. `published` is null for an unpublished season. */
export function seasonErrors(draft: SeasonDraft, published: SeasonView | null): SeasonErrors {
  const errors: SeasonErrors = {}
  const name = nameError(draft.name)
  if (name !== undefined) errors.name = name
  const [startsAt, endsAt] = [fromLocalField(draft.startsAt), fromLocalField(draft.endsAt)]
  if (startsAt === null) errors.startsAt = localFieldError(draft.startsAt)
  if (endsAt === null) errors.endsAt = localFieldError(draft.endsAt)
  else if (startsAt !== null && endsAt <= startsAt) errors.endsAt = 'The end must be after the start.'
  else if (published && Date.parse(momentOf(draft.endsAt, published.ends_at)) < Date.parse(published.ends_at)) {
    errors.endsAt = 'A published season can only end later.'
  }
  for (const field of ['pointsPlayed', 'pointsWon'] as const) {
    if (!within(draft[field], 0, PASS_POINTS_MAX)) errors[field] = `0 to ${PASS_POINTS_MAX}.`
  }
  const tiers = tierErrors(draft.tiers)
  return tiers.size === 0 ? errors : { ...errors, tiers }
}

function tierErrors(tiers: readonly TierDraft[]): ReadonlyMap<number, TierErrors> {
  const faulty = new Map<number, TierErrors>()
  let before = 0
  tiers.forEach((tier, index) => {
    const errors: TierErrors = {}
    if (!within(tier.points, 1, TIER_POINTS_MAX)) errors.points = `1 to ${TIER_POINTS_MAX}.`
    else if ((readWhole(tier.points) ?? 0) <= before) errors.points = `More than ${before}.`
    for (const track of PASS_TRACKS) if (!isReward(tier[track])) errors[track] = `1 to ${PASS_REWARD_UNITS_MAX}.`
    if (Object.keys(errors).length > 0) faulty.set(index, errors)
    before = readWhole(tier.points) ?? before
  })
  return faulty
}

const isReward = ({ item, units }: RewardDraft): boolean => item === '' || within(units, 1, PASS_REWARD_UNITS_MAX)

export interface NewSeason {
  name: string
  startsAt: string
  endsAt: string
}

const POINTS_FIRST = 10

export function newSeasonErrors({
  name,
  startsAt,
  endsAt,
}: NewSeason): Partial<Record<keyof NewSeason, string | undefined>> {
  const [start, end] = [fromLocalField(startsAt), fromLocalField(endsAt)]
  const nameFault = nameError(name)
  return {
    ...(nameFault !== undefined && { name: nameFault }),
    ...(start === null && { startsAt: localFieldError(startsAt) }),
    ...(end === null && { endsAt: localFieldError(endsAt) }),
    ...(start !== null && end !== null && end <= start && { endsAt: 'The end must be after the start.' }),
  }
}

export const toNewSeason = ({ name, startsAt, endsAt }: NewSeason): SeasonEdit => ({
  name: visibleLine(name),
  starts_at: fromLocalField(startsAt) ?? '',
  ends_at: fromLocalField(endsAt) ?? '',
  points_played: POINTS_FIRST,
  points_won: POINTS_FIRST,
  tiers: [],
  version: 0,
})
