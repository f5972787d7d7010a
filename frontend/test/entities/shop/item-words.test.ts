import { expect, test } from '@jest/globals'
import { unitWords } from '../../../src/entities/shop/items.js'

test('names units by what the item gives', () => {
  expect(unitWords(2, 10)).toBe('10 GIF saves')
  expect(unitWords(2, 1)).toBe('1 GIF save')
  expect(unitWords(3, 25)).toBe('25 Wild Cards')
})

test('has a generic name for an unknown item', () => {
  expect(unitWords(99, 0)).toBe('0 items')
})
