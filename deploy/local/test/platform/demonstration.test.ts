import { describe, expect, test } from '@jest/globals'
import { CupCreation, SeasonEdit } from '@kla/proto/schemas'
import { Value } from 'typebox/value'
import { demonstrationCup, demonstrationSeason } from '../../src/platform/demonstration.js'

const NOW = Date.UTC(2026, 10, 21, 17, 42)

describe('demonstration data', () => {
  test('contains a current season that the console accepts', () => {
    const season = demonstrationSeason(NOW)
    expect([...Value.Errors(SeasonEdit, season)]).toEqual([])
    expect(Date.parse(season.starts_at)).toBeLessThanOrEqual(NOW)
    expect(Date.parse(season.ends_at)).toBeGreaterThan(NOW)
    season.tiers.forEach(({ tier, points }, at) =>
      expect({ tier, points }).toEqual({ tier: at + 1, points: 50 * (at + 1) }),
    )
  })

  test('contains a cup that begins soon and that the console accepts', () => {
    const cup = demonstrationCup(NOW)
    expect([...Value.Errors(CupCreation, cup)]).toEqual([])
    expect(cup.starts_at).toBe('2026-11-21T19:00:00.000Z')
  })
})
