import { describe, expect, test } from '@jest/globals'
import { moved, reconciled, sameOrder } from '../../../src/console/cup-creator/seeding.js'

describe('seeding', () => {
  test.each([
    [3, 0, [3, 1, 2]],
    [1, 1, [2, 1, 3]],
    [1, 99, [2, 3, 1]],
    [3, -1, [3, 1, 2]],
    [2, 1, [1, 2, 3]],
    [9, 0, [1, 2, 3]],
  ])('moves %i to place %i', (id, to, order) => {
    expect(moved([1, 2, 3], id, to)).toEqual(order)
  })

  test('follows entries that are added or withdrawn while arranging', () => {
    expect(reconciled([3, 1, 2], [1, 3, 4])).toEqual([3, 1, 4])
  })

  test('compares orders by sequence', () => {
    expect(sameOrder([1, 2], [1, 2])).toBe(true)
    expect(sameOrder([1, 2], [2, 1])).toBe(false)
    expect(sameOrder([1, 2], [1])).toBe(false)
  })
})
