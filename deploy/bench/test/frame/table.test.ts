import { describe, expect, test } from '@jest/globals'
import { verdictsOf, ratioOf, tableOf } from '../../src/frame/table.js'
import type { Figure } from '../../src/frame/part.js'

const figure: Figure = {
  name: 'relay',
  unit: 'deliveries a CPU second',
  values: { Kla: [900, 1_000, 1_100], bare: [1_000, 1_250, 1_000] },
  target: { better: 'more', ratios: { bare: 0.85 } },
}

test('compares medians, with the spread of rounds', () => {
  expect(ratioOf([900, 1_000, 1_100], [1_000, 1_250, 1_000])).toEqual({
    ofMedians: 1,
    byRound: { median: 0.9, min: 0.8, max: 1.1 },
  })
})

describe('verdictsOf', () => {
  test('states what was wanted and whether it was reached', () => {
    expect(verdictsOf(figure)).toEqual([{ wanted: 'at least 0.85 of bare', reached: true }])
    expect(verdictsOf({ ...figure, values: { ...figure.values, Kla: [800] } })).toMatchObject([{ reached: false }])
  })

  test('supports figures of which less is better, and limits of our own', () => {
    const target = { better: 'less', ratios: { bare: 2 }, own: 950 } as const
    expect(verdictsOf({ ...figure, target })).toEqual([
      { wanted: 'at most 2 of bare', reached: true },
      { wanted: 'at most 950 deliveries a CPU second', reached: false },
    ])
  })

  test('fails a contender that was not measured', () => {
    expect(verdictsOf({ ...figure, values: { Kla: [1_000], bare: [] } })).toMatchObject([{ reached: false }])
  })

  test('returns nothing without a target', () => {
    const { target: _, ...without } = figure
    expect(verdictsOf(without)).toEqual([])
  })
})

test('has a row for each measured contender', () => {
  expect(tableOf([figure]).split('\n').slice(2)).toEqual([
    '| **relay**, deliveries a CPU second | Kla | 1,000 (900 to 1,100) |  | at least 0.85 of bare | yes |',
    '|  | bare | 1,000 (1,000 to 1,250) | 1.00 (0.80 to 1.10) |  |  |',
  ])
})

test('has no ratio to zero', () => {
  expect(tableOf([{ name: 'doubles', unit: 'count', values: { Kla: [0], bare: [0] } }]).split('\n').at(-1)).toBe(
    '|  | bare | 0 (0 to 0) |  |  |  |',
  )
})
