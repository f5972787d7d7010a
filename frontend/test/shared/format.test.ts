import { expect, test } from '@jest/globals'
import { counted, formatMoney } from '../../src/shared/format.js'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [299, '$2.99'],
  [2490, '$24.90'],
  [29_601, '$296.01'],
])('formats %i cents as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test('uses the singular for exactly one', () => {
  expect(counted(0, 'point')).toBe('0 points')
  expect(counted(1, 'point')).toBe('1 point')
  expect(counted(2, 'point')).toBe('2 points')
})
