import { describe, expect, test } from '@jest/globals'
import {
  draftOf,
  EMPTY_TIER,
  newSeasonErrors,
  seasonErrors,
  toNewSeason,
  toSeasonEdit,
} from '../../../src/console/battle-pass-editor/season-draft.js'
import { seasonState } from '../../../src/console/battle-pass-editor/season-state.js'
import { season } from './season.js'

const draft = draftOf(season)
const published = { ...season, published: true }
const withTier = (index: number, part: Partial<typeof EMPTY_TIER>) => ({
  ...draft,
  tiers: draft.tiers.map((tier, at) => (at === index ? { ...tier, ...part } : tier)),
})

const spring = { name: ' Spring ', startsAt: '2027-03-01T00:00', endsAt: '2027-06-01T00:00' }

describe('season draft', () => {
  test('sends an untouched season unchanged, to the second', () => {
    const { id, published: _, changed_at: _at, changed_by: _by, ...same } = season
    expect(id).toBeDefined()
    expect(toSeasonEdit(draft, season)).toEqual(same)
    expect(seasonErrors(draft, null)).toEqual({})
    expect(seasonErrors(draft, published)).toEqual({})
  })

  test('numbers tiers by position and sends an empty choice as no reward', () => {
    const { tiers } = toSeasonEdit({ ...draft, tiers: [draft.tiers[2] ?? EMPTY_TIER, EMPTY_TIER] }, season)
    expect(tiers.map(({ tier }) => tier)).toEqual([1, 2])
    expect(tiers[1]).toMatchObject({ free_reward: null, pass_reward: null })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ startsAt: '' }, 'startsAt'],
    [{ endsAt: draft.startsAt }, 'endsAt'],
    [{ pointsPlayed: '-1' }, 'pointsPlayed'],
    [{ pointsWon: '1001' }, 'pointsWon'],
  ])('rejects %j at %s', (part, field) => {
    expect(Object.keys(seasonErrors({ ...draft, ...part }, null))).toEqual([field])
  })

  test.each([
    [withTier(1, { points: '100' }), 1, 'points'],
    [withTier(0, { points: '0' }), 0, 'points'],
    [withTier(2, { free: { item: 'gif_saves', units: '0' } }), 2, 'free'],
    [withTier(2, { pass: { item: 'wild_cards', units: '101' } }), 2, 'pass'],
  ] as const)('reports the faulty tier %#', (faulty, index, field) => {
    const tiers = seasonErrors(faulty, null).tiers
    expect([...(tiers?.keys() ?? [])]).toEqual([index])
    expect(Object.keys(tiers?.get(index) ?? {})).toEqual([field])
  })

  test('ignores the units of an empty reward', () => {
    expect(seasonErrors(withTier(0, { free: { item: '', units: 'x' } }), null)).toEqual({})
  })

  test('allows a later end of a published season, not an earlier one', () => {
    expect(seasonErrors({ ...draft, endsAt: '2026-11-30T00:00' }, published)).toHaveProperty('endsAt')
    expect(seasonErrors({ ...draft, endsAt: '2026-12-02T00:00' }, published)).toEqual({})
    expect(seasonErrors({ ...draft, endsAt: '2026-11-30T00:00' }, null)).toEqual({})
  })
})

describe('seasonState', () => {
  test('is a draft until published, then depends on the time', () => {
    const [start, end] = [Date.parse(season.starts_at), Date.parse(season.ends_at)]
    expect(seasonState(season, start)).toBe('draft')
    expect([start - 1, start, end - 1, end].map((at) => seasonState(published, at))).toEqual([
      'planned',
      'running',
      'running',
      'over',
    ])
  })
})

describe('new season', () => {
  test('starts without tiers, at version 0', () => {
    expect(newSeasonErrors(spring)).toEqual({})
    expect(toNewSeason(spring)).toMatchObject({ name: 'Spring', tiers: [], version: 0 })
  })

  test('is refused with a reason for its name, as in the form of a season', () => {
    for (const [name, error] of [
      [' ', 'A name is required.'],
      ['x'.repeat(61), 'At most 60 characters.'],
      ['🏳️‍🌈'.repeat(60), undefined],
    ] as const) {
      expect(newSeasonErrors({ ...spring, name }).name).toBe(error)
      expect(seasonErrors({ ...draft, name }, null).name).toBe(error)
    }
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ startsAt: '' }, 'startsAt'],
    [{ endsAt: '' }, 'endsAt'],
    [{ endsAt: spring.startsAt }, 'endsAt'],
  ])('rejects a new season with %j at %s', (part, field) => {
    expect(Object.keys(newSeasonErrors({ ...spring, ...part }))).toEqual([field])
  })
})
