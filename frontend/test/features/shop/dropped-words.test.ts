import { expect, test } from '@jest/globals'
import { droppedWords } from '../../../src/features/shop/cart/dropped-words.js'

test('says what is not sold any more', () => {
  expect(droppedWords([1])).toBe('Battle Pass [1 Season]: not sold right now, so no longer in your cart.')
  expect(droppedWords([1, 999])).toBe('Battle Pass [1 Season], An item: not sold right now, so no longer in your cart.')
})

test('is silent while everything is sold', () => {
  expect(droppedWords([])).toBeNull()
})
