import { expect, test } from '@jest/globals'
import { newSeasonErrors, toNewSeason } from '../../../src/console/battle-pass-editor/new-season.js'

const season = { name: ' Spring ', startsAt: '2027-03-01T00:00', endsAt: '2027-06-01T00:00' }

test('a new season begins without tiers, as a version that nobody has read', () => {
  expect(newSeasonErrors(season)).toEqual({})
  expect(toNewSeason(season)).toMatchObject({ name: 'Spring', tiers: [], version: 0 })
})

test.each([
  [{ name: '' }, 'name'],
  [{ startsAt: '' }, 'startsAt'],
  [{ endsAt: '' }, 'endsAt'],
  [{ endsAt: season.startsAt }, 'endsAt'],
])('%j is refused at %s', (part, field) => {
  expect(Object.keys(newSeasonErrors({ ...season, ...part }))).toEqual([field])
})
