import { expect, test } from '@jest/globals'
import { focusAfter } from '../../../src/features/gif-library/focus-after.js'

test('goes to the entry that takes the place of the deleted one', () => {
  expect(focusAfter(1, 3)).toBe(1)
})

test('goes to the new last entry when the last one was deleted', () => {
  expect(focusAfter(3, 3)).toBe(2)
})

test('goes nowhere in an empty list', () => {
  expect(focusAfter(0, 0)).toBeNull()
})
