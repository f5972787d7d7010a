import type { Refused } from '@kla/chassis'
import { nameFault, readName } from '@kla/proto/names'
import {
  characterCount,
  freshnessOf,
  invalidInput,
  isUuid,
  type Item,
  type MadeOn,
  PASS_AHEAD_MAX_DAYS,
  PASS_CLAIM_GRACE_MS,
  PASS_NAME_MAX,
  PASS_POINTS_MAX,
  PASS_REWARD_UNITS_MAX,
  PASS_SEASON_MAX_DAYS,
  PASS_TIER_POINTS_MAX,
  PASS_TIERS_MAX,
  type Versioned,
} from '@kla/proto/web'

/** Units of an item for a tier. */
export interface Reward {
  readonly item: Item
  readonly units: number
}

/** A tier with free and pass reward. */
export interface Tier {
  readonly points: number
  readonly freeReward: Reward | null
  readonly passReward: Reward | null
}

/** A season as an administrator writes it. */
export interface SeasonPlan {
  readonly id: string
  readonly name: string
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly pointsPlayed: number
  readonly pointsWon: number
  readonly tiers: readonly Tier[]
}

/** A stored season of the battle pass. */
export interface Season extends SeasonPlan {
  readonly published: boolean
  readonly version: number
  readonly changed?: { readonly byId: number; readonly by: string; readonly atMs: number } | undefined
}

export const claimableUntilMs = ({ endsAtMs }: Pick<Season, 'endsAtMs'>): number => endsAtMs + PASS_CLAIM_GRACE_MS

export const isRunning = ({ published, startsAtMs, endsAtMs }: Season, nowMs: number): boolean =>
  published && startsAtMs <= nowMs && nowMs < endsAtMs

export const isClaimable = (season: Season, nowMs: number): boolean =>
  season.published && season.startsAtMs <= nowMs && nowMs < claimableUntilMs(season)

/** A tier that is not reached yet, counted from 1. */
export interface NextTier {
  readonly tier: number
  readonly points: number
  /** Points of the tier before; 0 for the first. */
  readonly previousPoints: number
}

/** First tier above so many points; undefined after the last. */
export function nextTier({ tiers }: Pick<Season, 'tiers'>, points: number): NextTier | undefined {
  const at = tiers.findIndex((tier) => tier.points > points)
  const next = tiers[at]
  return next && { tier: at + 1, points: next.points, previousPoints: tiers[at - 1]?.points ?? 0 }
}

const DAY_MS = 86_400_000
const TIME_MAX_MS = 253_402_300_799_999

export function checkedPlan(given: SeasonPlan, nowMs: number): SeasonPlan | Refused {
  const { name, hidden } = readName(given.name)
  if (hidden) return { refused: 'NAME_INVISIBLE' }
  if (!isWithin(1, characterCount(name), PASS_NAME_MAX)) {
    return invalidInput(`A season's name has 1 to ${PASS_NAME_MAX} characters.`)
  }
  const fault = nameFault(name, 'ours')
  if (fault) return { refused: fault }
  const text = fieldFault(given) ?? implausibleDate(given, nowMs) ?? tierFault(given.tiers)
  return text ? invalidInput(text) : { ...given, id: given.id.toLowerCase(), name }
}

function fieldFault({ id, startsAtMs, endsAtMs, pointsPlayed, pointsWon }: SeasonPlan): string | undefined {
  if (!isUuid(id)) return "A season's id is a UUID."
  if (!isTime(startsAtMs)) return "The start isn't a valid date."
  if (!isTime(endsAtMs)) return "The end isn't a valid date."
  if (startsAtMs >= endsAtMs) return 'The end must be after the start.'
  if (!isWithin(0, pointsPlayed, PASS_POINTS_MAX)) return `A game played gives 0 to ${PASS_POINTS_MAX} points.`
  if (!isWithin(0, pointsWon, PASS_POINTS_MAX)) return `A game won gives 0 to ${PASS_POINTS_MAX} more points.`
  return undefined
}

function implausibleDate({ startsAtMs, endsAtMs }: SeasonPlan, nowMs: number): string | undefined {
  if (endsAtMs - startsAtMs > PASS_SEASON_MAX_DAYS * DAY_MS) {
    return `A season lasts at most ${PASS_SEASON_MAX_DAYS} days.`
  }
  if (startsAtMs - nowMs > PASS_AHEAD_MAX_DAYS * DAY_MS) return 'A season starts at most two years from now.'
  return undefined
}

const isWithin = (least: number, value: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const isTime = (ms: number): boolean => isWithin(0, ms, TIME_MAX_MS)

function tierFault(tiers: readonly Tier[]): string | undefined {
  if (tiers.length > PASS_TIERS_MAX) return `A season has at most ${PASS_TIERS_MAX} tiers.`
  for (const [at, { points, freeReward, passReward }] of tiers.entries()) {
    const before = tiers[at - 1]?.points ?? 0
    if (!isWithin(before + 1, points, PASS_TIER_POINTS_MAX)) {
      return `Tier ${at + 1} needs more than ${before} points, at most ${PASS_TIER_POINTS_MAX}.`
    }
    if (!isReward(freeReward)) return `The free reward of tier ${at + 1} has 1 to ${PASS_REWARD_UNITS_MAX} units.`
    if (!isReward(passReward)) return `The pass reward of tier ${at + 1} has 1 to ${PASS_REWARD_UNITS_MAX} units.`
  }
  return undefined
}

const isReward = (reward: Reward | null): boolean => reward === null || isWithin(1, reward.units, PASS_REWARD_UNITS_MAX)

/** Season to store and its effects. */
export type SeasonChange =
  | { readonly season: Season; readonly recount: boolean }
  | { readonly repeat: Season }
  | Refused

/** Creates or changes a season; `version` 0 creates. */
export function changeSeason(known: Season | undefined, plan: SeasonPlan, version: number): SeasonChange {
  if (!known) {
    return version === 0
      ? { season: { ...plan, published: false, version: 1 }, recount: false }
      : { refused: 'CHANGED_MEANWHILE' }
  }
  if (known.version === version + 1 && isSamePlan(known, plan)) return { repeat: known }
  if (known.version !== version) return { refused: 'CHANGED_MEANWHILE' }
  if (known.published && !keepsPublishedTerms(known, plan)) return { refused: 'SEASON_PUBLISHED' }
  const recount = known.published && plan.endsAtMs !== known.endsAtMs
  return { season: { ...plan, published: known.published, version: version + 1 }, recount }
}

/** Publishes a season with tiers; version 0 skips the check. */
export function publishSeason(known: Season | undefined, madeOn: MadeOn): SeasonChange {
  if (!known) return { refused: 'SEASON_NOT_FOUND' }
  if (freshnessOf(lastChangeOf(known), madeOn, () => known.published) === 'stale')
    return { refused: 'CHANGED_MEANWHILE' }
  if (known.published) return { repeat: known }
  if (known.tiers.length === 0) return invalidInput('Add a tier before you publish the season.')
  return { season: { ...known, published: true, version: known.version + 1 }, recount: true }
}

export function removeSeason(known: Season | undefined, madeOn: MadeOn): Season | Refused {
  if (!known) return { refused: 'SEASON_NOT_FOUND' }
  if (freshnessOf(lastChangeOf(known), madeOn, () => false) === 'stale') return { refused: 'CHANGED_MEANWHILE' }
  return known.published ? { refused: 'SEASON_PUBLISHED' } : known
}

const lastChangeOf = ({ version, changed }: Season): Versioned => ({ version, changedById: changed?.byId ?? 0 })

const keepsPublishedTerms = (known: Season, plan: SeasonPlan): boolean =>
  plan.startsAtMs === known.startsAtMs &&
  plan.endsAtMs >= known.endsAtMs &&
  plan.pointsPlayed === known.pointsPlayed &&
  plan.pointsWon === known.pointsWon &&
  known.tiers.every((tier, at) => isSameTier(tier, plan.tiers[at]))

const isSamePlan = (known: Season, plan: SeasonPlan): boolean =>
  known.name === plan.name &&
  known.endsAtMs === plan.endsAtMs &&
  known.tiers.length === plan.tiers.length &&
  keepsPublishedTerms(known, plan)

const isSameTier = (one: Tier, other: Tier | undefined): boolean =>
  one.points === other?.points &&
  isSameReward(one.freeReward, other.freeReward) &&
  isSameReward(one.passReward, other.passReward)

const isSameReward = (one: Reward | null, other: Reward | null): boolean =>
  one?.item === other?.item && one?.units === other?.units
