import { expect, test } from '@jest/globals'
import { CATALOGUE } from '@kla/proto/web'
import { seasonEndWords } from '../../../src/features/shop/items/season-end-words.js'
import { whenWords } from '../../../src/shared/time/when-words.js'

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
const itemGiving = (item: string) => CATALOGUE.find(({ grants }) => grants.item === item)!.id
const pass = itemGiving('battle_passes')
const wordsAt = (iso: string) => seasonEndWords(pass, season, Date.parse(iso))

test('a pass says when the season ends that it is sold for', () => {
  expect(wordsAt('2026-11-21T00:00:00Z')).toBe(`This season ends ${whenWords(season.ends_at)}.`)
})

test('nothing is said of a season that does not run', () => {
  expect(wordsAt('2026-09-30T23:59:59Z')).toBeNull()
  expect(wordsAt('2026-12-31T00:00:00Z')).toBeNull()
  expect(seasonEndWords(pass, null, Date.parse('2026-11-21T00:00:00Z'))).toBeNull()
})

test('other items have no season', () => {
  expect(seasonEndWords(itemGiving('gif_saves'), season, Date.parse('2026-11-21T00:00:00Z'))).toBeNull()
})
