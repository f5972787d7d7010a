import {
  PASS_AHEAD_MAX_DAYS,
  PASS_NAME_MAX,
  PASS_POINTS_MAX,
  PASS_REWARD_UNITS_MAX,
  PASS_SEASON_MAX_DAYS,
  PASS_TIER_POINTS_MAX,
  PASS_TIERS_MAX,
} from '@kla/proto/web'
import type { Refused } from '../refusal.js'
import { isUuid } from '../uuid.js'
import type { Reward, SeasonPlan, Tier } from './season.js'

// PostgreSQL has no room for a zero in a text.
const NAME = new RegExp(`^[^\\0]{1,${PASS_NAME_MAX}}$`, 'u')
/** Something that is seen: neither a space nor a mark, a control or another character without a shape of its own. */
const VISIBLE = /[^\p{M}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const DAY_MS = 86_400_000
/** The last millisecond of the year 9999: as far as a date has four digits. */
const TIME_MAX_MS = 253_402_300_799_999

/** A plan as it was meant, if it is one. */
export function checkedPlan(given: SeasonPlan, nowMs: number): SeasonPlan | Refused {
  const name = given.name.trim()
  const sound =
    isUuid(given.id) &&
    NAME.test(name) &&
    VISIBLE.test(name) &&
    isTime(given.startsAtMs) &&
    isTime(given.endsAtMs) &&
    given.startsAtMs < given.endsAtMs &&
    isWithin(0, given.pointsPlayed, PASS_POINTS_MAX) &&
    isWithin(0, given.pointsWon, PASS_POINTS_MAX) &&
    given.tiers.length <= PASS_TIERS_MAX &&
    given.tiers.every((tier, at) => isTier(tier, given.tiers[at - 1]))
  if (!sound) return { refused: 'INVALID_FIELD' }
  const text = strayed(given, nowMs)
  return text ? { refused: 'INVALID_FIELD', text } : { ...given, id: given.id.toLowerCase(), name }
}

/** What is wrong with when a season is. Beyond these bounds a date was mistyped. */
function strayed({ startsAtMs, endsAtMs }: SeasonPlan, nowMs: number): string | undefined {
  if (endsAtMs - startsAtMs > PASS_SEASON_MAX_DAYS * DAY_MS) {
    return `A season lasts at most ${PASS_SEASON_MAX_DAYS} days.`
  }
  if (startsAtMs - nowMs > PASS_AHEAD_MAX_DAYS * DAY_MS) return 'A season starts at most two years from now.'
  return undefined
}

const isWithin = (least: number, value: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const isTime = (ms: number): boolean => isWithin(0, ms, TIME_MAX_MS)

const isTier = ({ points, freeReward, passReward }: Tier, before: Tier | undefined): boolean =>
  isWithin((before?.points ?? 0) + 1, points, PASS_TIER_POINTS_MAX) && isReward(freeReward) && isReward(passReward)

const isReward = (reward: Reward | null): boolean => reward === null || isWithin(1, reward.units, PASS_REWARD_UNITS_MAX)
