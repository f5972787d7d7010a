import { expect, test } from '@jest/globals'
import { unitWords } from '../../../src/entities/item/item-words.js'

test('units are called by what the item gives', () => {
  expect(unitWords(2, 10)).toBe('10 GIF saves')
  expect(unitWords(2, 1)).toBe('1 GIF save')
  expect(unitWords(3, 25)).toBe('25 Wild Cards')
})

test('an item that this page does not know has a name all the same', () => {
  expect(unitWords(99, 0)).toBe('0 items')
})
