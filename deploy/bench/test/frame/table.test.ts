import { describe, expect, test } from '@jest/globals'
import type { Measured } from '../../src/frame/part.js'
import { notesOf, tableOf } from '../../src/frame/table.js'

const round = (value: number, most?: number): Measured => ({
  figures: [{ name: 'chat', unit: 'ms', value, ...(most !== undefined && { most }) }],
  faults: [],
  amounts: { 'of a core': { gateway: value, redis: 1 } },
  notes: ['two gateways'],
})
const rowOf = (table: string): string | undefined => table.split('\n').at(-1)

describe('tableOf', () => {
  test('shows the median and the spread of rounds', () => {
    expect(rowOf(tableOf([900, 1_000, 1_100].map((value) => round(value))))).toBe(
      '| **chat**, ms | 1,000 (900 to 1,100) |  |  |',
    )
  })

  test.each([
    [3, 'yes'],
    [1, '**no**'],
  ])('says whether a target is reached (at most %d)', (most, verdict) => {
    expect(rowOf(tableOf([round(2, most)]))).toBe(`| **chat**, ms | 2 (2 to 2) | at most ${most} ms | ${verdict} |`)
  })

  test.each([
    [[1, 2], 'yes'],
    [[0.9, 2, 3], '**no**'],
  ])('asks every round for a target of the same run (%j)', (values, verdict) => {
    const rounds = values.map((value) => ({ ...round(value), figures: [{ name: 'a', unit: 'b', value, least: 1 }] }))
    expect(rowOf(tableOf(rounds))).toContain(`| never below 1 in the same run | ${verdict} |`)
  })

  test('divides each round by its pair of another checkout', () => {
    const table = tableOf([round(2), round(9)], [round(4), round(6)])
    expect(rowOf(table)).toBe('| **chat**, ms | 5.5 (2 to 9) | 5 (4 to 6) | 1 (0.5 to 1.5) |')
  })
})

test('notesOf lists medians by process, largest first, and each note once', () => {
  expect(notesOf([round(2), round(4), round(6)])).toEqual(['of a core: gateway 4, redis 1', 'two gateways'])
})
