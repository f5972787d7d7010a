import { expect, test } from '@jest/globals'
import { formatMoney, formatNumber } from '../../src/shared/format.js'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [299, '$2.99'],
  [2490, '$24.90'],
  [29_601, '$296.01'],
  [123_456_78, '$123,456.78'],
])('formats %i cents as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test('groups thousands as English does', () => {
  expect(formatNumber(999)).toBe('999')
  expect(formatNumber(1_000)).toBe('1,000')
  expect(formatNumber(12_345.6)).toBe('12,345.6')
})
