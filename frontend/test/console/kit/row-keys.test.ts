import { describe, expect, test } from '@jest/globals'
import { target } from '../../../src/console/kit/row-keys.js'

const nowhere = { focused: -1, last: -1 }

describe('target', () => {
  test('steps from a row to its neighbour and stops at the ends', () => {
    expect(target({ focused: 1, last: 1 }, 1, 3)).toBe(2)
    expect(target({ focused: 2, last: 2 }, 1, 3)).toBe(2)
    expect(target({ focused: 0, last: 0 }, -1, 3)).toBe(0)
  })

  test('returns to the last focused place, or the row that took it', () => {
    expect(target({ focused: -1, last: 1 }, 1, 3)).toBe(1)
    expect(target({ focused: -1, last: 2 }, -1, 2)).toBe(1)
  })

  test('starts at the end that the step comes from', () => {
    expect(target(nowhere, 1, 3)).toBe(0)
    expect(target(nowhere, -1, 3)).toBe(2)
  })

  test.each([nowhere, { focused: -1, last: 4 }])('returns -1 for an empty list', (place) => {
    expect(target(place, 1, 0)).toBe(-1)
    expect(target(place, -1, 0)).toBe(-1)
  })
})
