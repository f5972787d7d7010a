import { describe, expect, test } from '@jest/globals'
import type { EarlierPass, PassProgress, PassTier } from '../../../src/entities/pass/pass.js'
import { rewardOf, rewardState, seasonPhase, tiersToClaim } from '../../../src/features/battle-pass/rules.js'

describe('rewardState', () => {
  const tier: PassTier = {
    tier: 2,
    points: 100,
    free_reward: { item: 'gif_saves', units: 1 },
    pass_reward: { item: 'wild_cards', units: 5 },
  }
  const you = (given: Partial<PassProgress>): PassProgress => ({
    points: 100,
    activated: false,
    passes_available: 0,
    claims: [],
    ...given,
  })
  const claim = (track: 'free' | 'pass', number = 2) => ({ tier: number, track, claimed_at: '2026-11-21T20:00:00Z' })

  test("is locked below the tier's points", () => {
    expect(rewardState(tier, 'free', you({ points: 99 }))).toBe('locked')
    expect(rewardState(tier, 'pass', you({ points: 99, activated: true }))).toBe('locked')
  })

  test("is ready at exactly the tier's points, on the second track only with the pass", () => {
    expect(rewardState(tier, 'free', you({}))).toBe('ready')
    expect(rewardState(tier, 'pass', you({}))).toBe('needs-pass')
    expect(rewardState(tier, 'pass', you({ activated: true }))).toBe('ready')
  })

  test('counts a claim for one tier on one track', () => {
    const claimed = you({ activated: true, claims: [claim('free'), claim('pass', 1)] })
    expect(rewardState(tier, 'free', claimed)).toBe('claimed')
    expect(rewardState(tier, 'pass', claimed)).toBe('ready')
  })

  test('keeps a claimed reward claimed when points are taken back', () => {
    expect(rewardState(tier, 'free', you({ points: 0, claims: [claim('free')] }))).toBe('claimed')
  })

  test('is locked for visitors', () => {
    expect(rewardState(tier, 'free', null)).toBe('locked')
  })

  test("reads each track's own reward", () => {
    expect(rewardOf(tier, 'free')).toEqual({ item: 'gif_saves', units: 1 })
    expect(rewardOf({ ...tier, pass_reward: null }, 'pass')).toBeNull()
  })
})

describe('seasonPhase', () => {
  const season = {
    id: 'season',
    name: 'Season of the Bell',
    starts_at: '2026-10-01T00:00:00Z',
    ends_at: '2026-12-31T00:00:00Z',
    claimable_until: '2027-01-14T00:00:00Z',
    points_played: 10,
    points_won: 15,
    tiers: [],
  }
  const phaseAt = (iso: string) => seasonPhase(season, Date.parse(iso))

  test('is running until the exact end', () => {
    expect(phaseAt('2026-12-30T23:59:59Z')).toBe('running')
    expect(phaseAt('2026-12-31T00:00:00Z')).toBe('over')
  })

  test('leaves time to claim rewards after the end', () => {
    expect(phaseAt('2027-01-13T23:59:59Z')).toBe('over')
    expect(phaseAt('2027-01-14T00:00:00Z')).toBe('closed')
  })
})

describe('tiersToClaim', () => {
  const saves = { item: 'gif_saves', units: 1 } as const
  const season: EarlierPass['season'] = {
    id: 'over',
    name: 'Season of the Bell',
    starts_at: '2026-10-01T00:00:00Z',
    ends_at: '2026-12-31T00:00:00Z',
    claimable_until: '2027-01-14T00:00:00Z',
    points_played: 10,
    points_won: 15,
    tiers: [
      { tier: 1, points: 10, free_reward: saves, pass_reward: saves },
      { tier: 2, points: 20, free_reward: null, pass_reward: saves },
      { tier: 3, points: 30, free_reward: saves, pass_reward: null },
      { tier: 4, points: 40, free_reward: saves, pass_reward: saves },
    ],
  }
  const left = (you: Partial<PassProgress>, at = '2027-01-13T23:59:59Z') =>
    tiersToClaim(
      { season, you: { points: 30, activated: false, passes_available: 0, claims: [], ...you } },
      Date.parse(at),
    ).map(({ tier }) => tier)

  test('are reached and have a reward that is not claimed', () => {
    expect(left({})).toEqual([1, 3])
    expect(left({ activated: true })).toEqual([1, 2, 3])
    expect(left({ claims: [{ tier: 1, track: 'free', claimed_at: season.ends_at }] })).toEqual([3])
  })

  test('are none after the end of claiming', () => {
    expect(left({}, season.claimable_until)).toEqual([])
  })
})
