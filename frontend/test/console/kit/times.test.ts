import { expect, test } from '@jest/globals'
import { deletedWords } from '../../../src/console/entities/words.js'
import { clockTime, fromLocalField, remainingWords, shortDate, toLocalField } from '../../../src/console/kit/times.js'

const at = new Date(2026, 2, 7, 8, 5, 9)

test("writes days and times of day in the reader's own zone", () => {
  expect(shortDate(at)).toBe('2026-03-07')
  expect(clockTime(at)).toBe('08:05:09')
})

test('says when something deleted is erased, or that a hold keeps it', () => {
  expect(deletedWords({ erase_after: at.toISOString(), held: false })).toContain('2026')
  expect(deletedWords({ erase_after: at.toISOString(), held: true })).not.toContain('2026')
})

test('a time goes into the field and comes out again as the same minute', () => {
  const at = new Date(2026, 10, 1, 8, 5, 42)
  expect(toLocalField(at)).toBe('2026-11-01T08:05')
  expect(fromLocalField(toLocalField(at))).toBe(new Date(2026, 10, 1, 8, 5).toISOString())
})

test.each(['', '  ', 'tomorrow', '2026-13-01T08:05'])('%p is no time', (text) => {
  expect(fromLocalField(text)).toBeNull()
})

test.each([
  [1, '1 s'],
  [1_000, '1 s'],
  [59_001, '1 min 0 s'],
  [260_000, '4 min 20 s'],
  [3_600_000, '1 h 0 min'],
  [7_500_000, '2 h 5 min'],
])('%i ms are left: %s', (left, words) => {
  expect(remainingWords(1_000_000 + left, 1_000_000)).toBe(words)
})

test('nothing is left of a time that is over', () => {
  expect(remainingWords(5, 5)).toBeNull()
  expect(remainingWords(4, 5)).toBeNull()
})
