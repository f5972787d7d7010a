import { afterEach, describe, expect, jest, test } from '@jest/globals'
import {
  countdownWords,
  dayWords,
  endWords,
  plannedWords,
  relativeWords,
  whenWords,
  withLocalTimes,
} from '../../../src/shared/time/when-words.js'

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

describe('a relative time', () => {
  const now = new Date(2026, 10, 20, 12, 0, 0).getTime()
  const away = (ms: number) => relativeWords(new Date(now + ms).toISOString(), now)

  test.each([
    [-10_000, 'just now'],
    // The clock of a page may be half a minute late.
    [20_000, 'just now'],
    [-MINUTE, '1 minute ago'],
    [-59 * MINUTE, '59 minutes ago'],
    [-3 * HOUR, '3 hours ago'],
    [-DAY, 'yesterday'],
    [-6 * DAY, '6 days ago'],
    [5 * MINUTE, 'in 5 minutes'],
    [3 * HOUR, 'in 3 hours'],
    [DAY, 'tomorrow'],
  ])('says %i ms as "%s"', (ms, words) => {
    expect(away(ms)).toBe(words)
  })

  test('counts days by the calendar', () => {
    expect(away(-37 * HOUR)).toBe('2 days ago')
    expect(away(-35 * HOUR)).toBe('yesterday')
  })

  test('becomes the date after a week', () => {
    expect(away(-7 * DAY)).toBe('13 November 2026')
    expect(away(30 * DAY)).toBe('20 December 2026')
  })
})

describe('a planned time', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const at = (ms: number) => new Date(now + ms).toISOString()

  test('is exact, with how far away it is', () => {
    expect(plannedWords(at(3 * HOUR), now)).toBe(`${whenWords(at(3 * HOUR))} (in 3 hours)`)
  })

  test('is only exact when it is far away', () => {
    expect(plannedWords(at(30 * DAY), now)).toBe(whenWords(at(30 * DAY)))
  })
})
