import { PASS_NAME_MAX, PASS_POINTS_MAX, PASS_REWARD_UNITS_MAX, PASS_TRACKS, type SeasonView } from '@kla/proto/web'
import { fromLocalField, toLocalField } from '../kit/moments/local-moment.js'
import { readWhole } from '../kit/text/whole-number.js'
import type { RewardDraft, SeasonDraft, TierDraft } from './season-draft.js'

/** The contract's (proto/web/admin/pass.ts). */
const TIER_POINTS_MAX = 1_000_000

export type TierErrors = Partial<Record<keyof TierDraft, string>>
export interface SeasonErrors extends Partial<Record<Exclude<keyof SeasonDraft, 'tiers'>, string>> {
  /** By index; only tiers with a fault. */
  tiers?: ReadonlyMap<number, TierErrors>
}

/** Whether a text is a whole number within limits. */
const within = (text: string, min: number, max: number): boolean => {
  const number = readWhole(text)
  return number !== null && number >= min && number <= max
}

/** What keeps a draft from being saved. `published` is what players see of the season already; null for a draft. */
export function seasonErrors(draft: SeasonDraft, published: SeasonView | null): SeasonErrors {
  const errors: SeasonErrors = {}
  const name = draft.name.trim()
  if (name === '') errors.name = 'A name is required.'
  else if (name.length > PASS_NAME_MAX) errors.name = `At most ${PASS_NAME_MAX} characters.`
  const [startsAt, endsAt] = [fromLocalField(draft.startsAt), fromLocalField(draft.endsAt)]
  if (startsAt === null) errors.startsAt = 'A day and a time are required.'
  if (endsAt === null) errors.endsAt = 'A day and a time are required.'
  else if (startsAt !== null && endsAt <= startsAt) errors.endsAt = 'It has to end after its start.'
  else if (published && draft.endsAt < toLocalField(new Date(published.ends_at))) {
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
