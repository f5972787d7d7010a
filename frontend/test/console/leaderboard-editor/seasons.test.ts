import { expect, test } from '@jest/globals'
import { isOneSeason, seasonMeant, seasonOptions } from '../../../src/console/leaderboard-editor/seasons.js'

const NOW = Date.UTC(2026, 10, 21)

test('without a choice it is the season that runs', () => {
  expect(seasonMeant('', NOW)).toBe('2026-Q4')
  expect(seasonMeant('2025-Q1', NOW)).toBe('2025-Q1')
})

test('the running season comes first, then the others from the newest on, then all together', () => {
  const values = seasonOptions(['2025-Q4', '2026-Q4', '2026-Q1'], '', NOW).map(({ value }) => value)
  expect(values).toEqual(['', '2026-Q1', '2025-Q4', 'all'])
})

test.each(['2020-Q2', '2026-Q4', 'all'])('what a link chose (%s) is among the choices', (chosen) => {
  const values = seasonOptions(['2026-Q4'], chosen, NOW).map(({ value }) => value)
  expect(values.filter((value) => value === chosen)).toEqual([chosen])
})

test('all seasons together are none that could be corrected', () => {
  expect(isOneSeason('all')).toBe(false)
  expect(isOneSeason('2026-Q4')).toBe(true)
})
