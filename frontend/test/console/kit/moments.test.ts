import { expect, test } from '@jest/globals'
import { fromLocalField, toLocalField } from '../../../src/console/kit/moments/local-moment.js'
import { remainingWords } from '../../../src/console/kit/moments/remaining.js'

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
