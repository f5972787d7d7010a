import {
  type Item, PASS_AHEAD_MAX_DAYS, PASS_CLAIM_GRACE_MS, PASS_NAME_MAX, PASS_POINTS_MAX, PASS_REWARD_UNITS_MAX,
  PASS_SEASON_MAX_DAYS, PASS_TIER_POINTS_MAX, PASS_TIERS_MAX,
} from '@kla/proto/web'
import { isUuid, type Refused } from '../../shared/rules.js'

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
