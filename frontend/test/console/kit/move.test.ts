import { expect, test } from '@jest/globals'
import { moved } from '../../../src/console/kit/table/move.js'

test('moves one entry at a time and stops at the ends', () => {
  expect(moved(1, 1, 3)).toBe(2)
  expect(moved(2, 1, 3)).toBe(2)
  expect(moved(0, -1, 3)).toBe(0)
})

test('starts at the end that one comes from', () => {
  expect(moved(-1, 1, 3)).toBe(0)
  expect(moved(-1, -1, 3)).toBe(2)
})

test('an empty list has nowhere to go', () => {
  expect(moved(-1, 1, 0)).toBe(-1)
})
