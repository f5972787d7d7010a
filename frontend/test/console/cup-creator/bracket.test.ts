import { describe, expect, test } from '@jest/globals'
import { type CupEntryView, seedOrder, type TieView } from '@kla/proto/web'
import { type BracketTie, drawnBracket, previewBracket } from '../../../src/console/cup-creator/bracket.js'

const entries = (count: number): CupEntryView[] =>
  Array.from({ length: count }, (_, index) => ({
    id: 100 + index,
    username: `p${index + 1}`,
    avatar: null,
    seed: index + 1,
    checked_in: false,
  }))
const seedsOf = ({ sides }: BracketTie) => sides.map(({ entry }) => entry?.seed ?? null)

describe('bracket', () => {
  test('lets the best two seeds meet only in the final, whatever the size', () => {
    expect(seedOrder(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6])
    for (const size of [4, 16, 64]) {
      const order = seedOrder(size)
      expect(new Set(order).size).toBe(size)
      expect(order.indexOf(1) < size / 2).toBe(true)
      expect(order.indexOf(2) >= size / 2).toBe(true)
    }
  })

  test('gives the bye to the better seed, who advances at once', () => {
    const [first = [], second = [], final = []] = previewBracket(entries(5))
    expect(first.map(seedsOf)).toEqual([
      [1, null],
      [4, 5],
      [2, null],
      [3, null],
    ])
    expect(first.map(({ bye }) => bye)).toEqual([true, false, true, true])
    expect(second.map(seedsOf)).toEqual([
      [1, null],
      [2, 3],
    ])
    expect(final.map(seedsOf)).toEqual([[null, null]])
  })

  test.each([2, 3, 4, 11, 33, 64])('places %i players once each, in rounds down to one tie', (count) => {
    const bracket = previewBracket(entries(count))
    expect(bracket[0]?.flatMap(seedsOf).filter((seed) => seed !== null)).toHaveLength(count)
    bracket.forEach((ties, index) => expect(ties).toHaveLength(2 ** (bracket.length - 1 - index)))
  })

  test('is empty for fewer than two players', () => {
    expect(previewBracket(entries(1))).toEqual([])
  })

  test('shows a drawn bracket with its winners', () => {
    const tie = (id: string, change: Partial<TieView>): TieView => ({
      id,
      round: Number(id[0]),
      position: Number(id[2]),
      player_a: null,
      player_b: null,
      state: 'waiting',
      how: null,
      winner_id: null,
      deadline: null,
      decided_at: null,
      open_to_verdict: false,
      ...change,
    })
    const bracket = drawnBracket({
      entries: entries(3),
      ties: [
        tie('1-1', { player_a: 100, state: 'decided', how: 'bye', winner_id: 100 }),
        tie('1-2', { player_a: 101, player_b: 102, state: 'playing' }),
        tie('2-1', { player_a: 100 }),
      ],
    })
    expect(bracket.map((ties) => ties.map(seedsOf))).toEqual([
      [
        [1, null],
        [2, 3],
      ],
      [[1, null]],
    ])
    expect(bracket[0]?.map(({ bye, sides }) => [bye, sides[0].won])).toEqual([
      [true, true],
      [false, false],
    ])
  })
})
