import { expect, test } from '@jest/globals'
import { seasonOptions, seasonWords } from '../../../src/features/leaderboards/season-words.js'

const monthIn = (month: number) =>
  new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month))

test('a season is called by its first and its last month', () => {
  expect(seasonWords('2026-Q4')).toBe(`${monthIn(9)} – ${monthIn(11)} 2026`)
  expect(seasonWords('2027-Q1')).toBe(`${monthIn(0)} – ${monthIn(2)} 2027`)
})

test('all time comes first, then the seasons as they come', () => {
  expect(seasonOptions(['2026-Q4', '2026-Q3']).map(({ value }) => value)).toEqual(['all', '2026-Q4', '2026-Q3'])
  expect(seasonOptions([])).toEqual([{ value: 'all', label: 'All time' }])
})
