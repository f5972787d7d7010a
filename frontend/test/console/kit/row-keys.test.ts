import { expect, test } from '@jest/globals'
import { target } from '../../../src/console/kit/row-keys.js'

const nowhere = { focused: -1, last: -1 }

test('leads from a row to its neighbour and stops at the ends', () => {
  expect(target({ focused: 1, last: 1 }, 1, 3)).toBe(2)
  expect(target({ focused: 2, last: 2 }, 1, 3)).toBe(2)
  expect(target({ focused: 0, last: 0 }, -1, 3)).toBe(0)
})

test('leads back to where one was, or to what has taken that place', () => {
  expect(target({ focused: -1, last: 1 }, 1, 3)).toBe(1)
  expect(target({ focused: -1, last: 2 }, -1, 2)).toBe(1)
})

test('starts at the end that one comes from', () => {
  expect(target(nowhere, 1, 3)).toBe(0)
  expect(target(nowhere, -1, 3)).toBe(2)
})

test.each([nowhere, { focused: -1, last: 4 }])('an empty list has nowhere to go', (place) => {
  expect(target(place, 1, 0)).toBe(-1)
  expect(target(place, -1, 0)).toBe(-1)
})
