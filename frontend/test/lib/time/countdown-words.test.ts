import { expect, test } from '@jest/globals'
import { countdownWords } from '../../../src/lib/time/countdown-words.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('within the hour it counts minutes and seconds', () => {
  expect(countdownWords(4 * MINUTE + 9_000)).toBe('4:09')
  expect(countdownWords(59 * MINUTE + 59_000)).toBe('59:59')
})

test('a second that has begun still counts, so that 0:00 means now', () => {
  expect(countdownWords(1)).toBe('0:01')
  expect(countdownWords(0)).toBe('0:00')
})

test('nothing is less than nothing', () => {
  expect(countdownWords(-5 * MINUTE)).toBe('0:00')
})

test('further away seconds do not matter, and then hours do not', () => {
  expect(countdownWords(HOUR)).toBe('1 h 00 min')
  expect(countdownWords(26 * HOUR + 5 * MINUTE)).toBe('26 h 05 min')
  expect(countdownWords(2 * DAY)).toBe('2 days')
  expect(countdownWords(3 * DAY - 1_000)).toBe('2 days')
})
