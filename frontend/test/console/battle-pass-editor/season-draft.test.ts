import { expect, test } from '@jest/globals'
import {
  draftOf, EMPTY_TIER, newSeasonErrors, seasonErrors, toNewSeason, toSeasonEdit,
} from '../../../src/console/battle-pass-editor/season-draft.js'
import { seasonState } from '../../../src/console/battle-pass-editor/season-state.js'
import { season } from './season.js'

const draft = draftOf(season)
const published = { ...season, published: true }
const withTier = (index: number, part: Partial<typeof EMPTY_TIER>) => ({
  ...draft,
  tiers: draft.tiers.map((tier, at) => (at === index ? { ...tier, ...part } : tier)),
})

test('a season that was not touched is sent as it was, to the second', () => {
  const { id, published: _, ...same } = season
  expect(id).toBeDefined()
  expect(toSeasonEdit(draft, season)).toEqual(same)
  expect(seasonErrors(draft, null)).toEqual({})
  expect(seasonErrors(draft, published)).toEqual({})
})

test('tiers are numbered as they stand, and nothing chosen is no reward', () => {
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
])('%j is refused at %s', (part, field) => {
  expect(Object.keys(seasonErrors({ ...draft, ...part }, null))).toEqual([field])
})

test.each([
  [withTier(1, { points: '100' }), 1, 'points'],
  [withTier(0, { points: '0' }), 0, 'points'],
  [withTier(2, { free: { item: 'gif_saves', units: '0' } }), 2, 'free'],
  [withTier(2, { pass: { item: 'wild_cards', units: '101' } }), 2, 'pass'],
] as const)('a faulty tier is pointed at', (faulty, index, field) => {
  const tiers = seasonErrors(faulty, null).tiers
  expect([...(tiers?.keys() ?? [])]).toEqual([index])
  expect(Object.keys(tiers?.get(index) ?? {})).toEqual([field])
})

test('units of no reward are not looked at', () => {
  expect(seasonErrors(withTier(0, { free: { item: '', units: 'x' } }), null)).toEqual({})
})

test('what players see can end later, not sooner', () => {
  expect(seasonErrors({ ...draft, endsAt: '2026-11-30T00:00' }, published)).toHaveProperty('endsAt')
  expect(seasonErrors({ ...draft, endsAt: '2026-12-02T00:00' }, published)).toEqual({})
  expect(seasonErrors({ ...draft, endsAt: '2026-11-30T00:00' }, null)).toEqual({})
})

test('a season is a draft until it is published, then what the time makes of it', () => {
  const [start, end] = [Date.parse(season.starts_at), Date.parse(season.ends_at)]
  expect(seasonState(season, start)).toBe('draft')
  expect([start - 1, start, end - 1, end].map((at) => seasonState(published, at))).toEqual([
    'planned',
    'running',
    'running',
    'over',
  ])
})

const spring = { name: ' Spring ', startsAt: '2027-03-01T00:00', endsAt: '2027-06-01T00:00' }

test('a new season begins without tiers, as a version that nobody has read', () => {
  expect(newSeasonErrors(spring)).toEqual({})
  expect(toNewSeason(spring)).toMatchObject({ name: 'Spring', tiers: [], version: 0 })
})

test.each([
  [{ name: '' }, 'name'],
  [{ startsAt: '' }, 'startsAt'],
  [{ endsAt: '' }, 'endsAt'],
  [{ endsAt: spring.startsAt }, 'endsAt'],
])('%j is refused at %s', (part, field) => {
  expect(Object.keys(newSeasonErrors({ ...spring, ...part }))).toEqual([field])
})
