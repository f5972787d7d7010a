import { describe, expect, test } from '@jest/globals'
import { isCorrectable } from '@kla/proto/web'
import { seasonMeant, seasonOptions } from '../../../src/console/leaderboard-editor/seasons.js'

const NOW = Date.UTC(2026, 10, 21)

describe('seasons', () => {
  test('means the current season by default', () => {
    expect(seasonMeant('', NOW)).toBe('2026-Q4')
    expect(seasonMeant('2025-Q1', NOW)).toBe('2025-Q1')
  })

  test('lists the current season first, then the others newest first, then all', () => {
    const values = seasonOptions(['2025-Q4', '2026-Q4', '2026-Q1'], '', NOW).map(({ value }) => value)
    expect(values).toEqual(['', '2026-Q1', '2025-Q4', 'all'])
  })

  test.each(['2020-Q2', '2026-Q4', 'all'])('includes the season chosen by a link (%s)', (chosen) => {
    const values = seasonOptions(['2026-Q4'], chosen, NOW).map(({ value }) => value)
    expect(values.filter((value) => value === chosen)).toEqual([chosen])
  })

  test.each([
    ['all', false],
    ['2024-Q4', false],
    ['2025-Q1', true],
    ['2026-Q4', true],
    ['2027-Q1', false],
  ])('decides whether %s can be corrected: %p', (season, correctable) => {
    expect(isCorrectable(season, NOW)).toBe(correctable)
  })
})
