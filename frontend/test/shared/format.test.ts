import { expect, test } from '@jest/globals'
import { counted, formatMoney, formatNumber } from '../../src/shared/format.js'

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

test('uses the singular for exactly one', () => {
  expect(counted(0, 'point')).toBe('0 points')
  expect(counted(1, 'point')).toBe('1 point')
  expect(counted(2, 'point')).toBe('2 points')
})

test('groups thousands as English does', () => {
  expect(formatNumber(999)).toBe('999')
  expect(formatNumber(1_000)).toBe('1,000')
  expect(formatNumber(12_345.6)).toBe('12,345.6')
  expect(counted(1_200, 'point')).toBe('1,200 points')
})
