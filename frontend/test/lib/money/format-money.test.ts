import { expect, test } from '@jest/globals'
import { formatMoney } from '../../../src/lib/money/format-money.js'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [299, '$2.99'],
  [2490, '$24.90'],
  [29_601, '$296.01'],
])('%i cents are %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})
