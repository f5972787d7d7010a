import { describe, expect, test } from '@jest/globals'
import { clockTime, fromLocalField, remainingWords, toLocalField } from '../../../src/console/kit/times.js'

const at = new Date(2026, 2, 7, 8, 5, 9)

describe('times', () => {
  test('formats times in local time', () => {
    expect(clockTime(at)).toBe('08:05:09')
  })

  test('round-trips a time through the field to the minute', () => {
    const at = new Date(2026, 10, 1, 8, 5, 42)
    expect(toLocalField(at)).toBe('2026-11-01T08:05')
    expect(fromLocalField(toLocalField(at))).toBe(new Date(2026, 10, 1, 8, 5).toISOString())
  })

  test.each(['', '  ', 'tomorrow', '2026-13-01T08:05'])('returns null for %p', (text) => {
    expect(fromLocalField(text)).toBeNull()
  })

  test.each([
    [1, '1 s'],
    [1_000, '1 s'],
    [59_001, '1 min 0 s'],
    [260_000, '4 min 20 s'],
    [3_600_000, '1 h 0 min'],
    [7_500_000, '2 h 5 min'],
  ])('formats %i ms as %s', (left, words) => {
    expect(remainingWords(1_000_000 + left, 1_000_000)).toBe(words)
  })

  test('returns null once the time is over', () => {
    expect(remainingWords(5, 5)).toBeNull()
    expect(remainingWords(4, 5)).toBeNull()
  })
})
