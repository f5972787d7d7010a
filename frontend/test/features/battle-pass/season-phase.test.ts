import { expect, test } from '@jest/globals'
import { seasonPhase } from '../../../src/features/battle-pass/season-phase.js'

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

test('a season runs until its very end', () => {
  expect(phaseAt('2026-12-30T23:59:59Z')).toBe('running')
  expect(phaseAt('2026-12-31T00:00:00Z')).toBe('over')
})

test('then its rewards can be claimed for a while', () => {
  expect(phaseAt('2027-01-13T23:59:59Z')).toBe('over')
  expect(phaseAt('2027-01-14T00:00:00Z')).toBe('closed')
})
