import { describe, expect, test } from '@jest/globals'
import { moved, reconciled, sameOrder } from '../../../src/console/cup-creator/seeding.js'
import { advanced } from '../../../src/console/cup-creator/use-cup-change.js'

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

describe("a draft's version", () => {
  const [ANN, BOB, NOW] = ['2026-11-28T12:00:00Z', '2026-11-28T12:01:00Z', '2026-11-28T12:02:00Z']
  const after = { version: 6, changed_at: NOW }

  test('moves past one’s own change, also after changes by players', () => {
    expect(advanced({ version: 5, changed_at: ANN }, { version: 5, changed_at: ANN }, after)).toEqual(after)
    expect(advanced({ version: 3, changed_at: ANN }, { version: 5, changed_at: ANN }, after)).toEqual(after)
  })

  test('moves past the undo of a change that was made before it began', () => {
    expect(advanced({ version: 5, changed_at: BOB }, { version: 4, changed_at: ANN }, after)).toEqual(after)
  })

  test('stays behind a change of someone else, and without a draft', () => {
    const behind = { version: 3, changed_at: ANN }
    expect(advanced(behind, { version: 5, changed_at: BOB }, after)).toBe(behind)
    const none = { version: 0, changed_at: null }
    expect(advanced(none, { version: 5, changed_at: null }, after)).toBe(none)
  })
})
