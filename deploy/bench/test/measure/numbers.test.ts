import { describe, expect, test } from '@jest/globals'
import { difference, dividedBy, spreadOf, total } from '../../src/measure/numbers.js'

describe('numbers', () => {
  test('subtract, divide and add up by name, with 0 for missing names', () => {
    expect(difference({ a: 5, b: 2 }, { a: 3, c: 1 })).toEqual({ a: 2, b: 2, c: -1 })
    expect(dividedBy({ a: 5 }, 2)).toEqual({ a: 2.5 })
    expect(total({ a: 5, b: 2 })).toBe(7)
  })

  test('have a median, a least and a most', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
    expect(spreadOf([4, 1])).toEqual({ median: 2.5, min: 1, max: 4 })
  })
})
