import { describe, expect, test } from '@jest/globals'
import { roundedCount } from '../../../src/matchmaking/rules/activity.js'

describe('roundedCount', () => {
  test.each([
    [0, 0],
    [1, 4],
    [3, 4],
    [4, 4],
    [5, 5],
    [1_204, 1_204],
  ])('turns %i into %i, so that one to four are the same', (count, rounded) => {
    expect(roundedCount(count)).toBe(rounded)
  })
})
