import { afterEach, expect, jest, test } from '@jest/globals'
import { countdownWords, dayWords, endWords, whenWords, withLocalTimes } from '../../../src/shared/time/when-words.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('counts minutes and seconds within the hour', () => {
  expect(countdownWords(4 * MINUTE + 9_000)).toBe('4:09')
  expect(countdownWords(59 * MINUTE + 59_000)).toBe('59:59')
})

test('rounds a started second up, so that 0:00 means now', () => {
  expect(countdownWords(1)).toBe('0:01')
  expect(countdownWords(0)).toBe('0:00')
})

test('shows zero for the past', () => {
  expect(countdownWords(-5 * MINUTE)).toBe('0:00')
})

test('omits seconds, and later hours, for distant moments', () => {
  expect(countdownWords(HOUR)).toBe('1 h 00 min')
  expect(countdownWords(26 * HOUR + 5 * MINUTE)).toBe('26 h 05 min')
  expect(countdownWords(2 * DAY)).toBe('2 days')
  expect(countdownWords(3 * DAY - 1_000)).toBe('2 days')
})

afterEach(() => void jest.restoreAllMocks())

test('creates a format once, on first use', () => {
  const make = jest.spyOn(Intl, 'DateTimeFormat')
  expect(make).not.toHaveBeenCalled()
  expect(dayWords('2026-11-21T12:00:00Z')).toBe(dayWords('2026-11-21T12:00:00Z'))
  expect(make).toHaveBeenCalledTimes(1)
  expect(whenWords('2026-11-21T12:00:00Z')).toContain('2026')
  expect(make).toHaveBeenCalledTimes(2)
})

test('shows a moment with its zone', () => {
  expect(whenWords('2026-11-21T12:00:00Z')).toMatch(/(UTC|GMT|[A-Z]{3,5})/)
})

test("rounds the end of a ban to the same minute as the server's text", () => {
  const expiresAt = '2026-11-22T13:58:21.500Z'
  expect(endWords(expiresAt)).toBe(whenWords('2026-11-22T13:59:00Z'))
  expect(endWords('2026-11-22T13:59:00.000Z')).toBe(whenWords('2026-11-22T13:59:00Z'))
  const told = 'You are banned from Kla until 2026-11-22 13:59 UTC. Reason: Threats.'
  expect(withLocalTimes(told)).toBe(`You are banned from Kla until ${endWords(expiresAt)}. Reason: Threats.`)
})

test('leaves texts without a moment unchanged', () => {
  expect(withLocalTimes('Nobody came at 13:59 UTC.')).toBe('Nobody came at 13:59 UTC.')
})
