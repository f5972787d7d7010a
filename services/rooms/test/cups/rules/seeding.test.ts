import { describe, expect, test } from '@jest/globals'
import { seedOrder } from '@kla/proto/web'
import fc from 'fast-check'
import { type BlockedPairs, type Pair, pairOf } from '../../../src/cups/rules/blocked-pairs.js'
import { seedAvoidingBlocks } from '../../../src/cups/rules/seeding.js'

const apartOf = (...pairs: readonly Pair[]): BlockedPairs => new Set(pairs.map((pair) => pairOf(...pair)))
const seeded = (players: number): number[] => Array.from({ length: players }, (_, at) => at + 1)

/** Ties of the first round that pair two who are apart. */
function meetings(order: readonly number[], apart: BlockedPairs): number {
  const seeds = seedOrder(order.length)
  return seeds.filter((seed, at) => {
    const [one, other] = [order[seed - 1], order[(seeds[at + 1] ?? 0) - 1]]
    return at % 2 === 0 && one !== undefined && other !== undefined && apart.has(pairOf(one, other))
  }).length
}

/** The fewest such ties that any order has. */
function fewestMeetings(
  players: readonly number[],
  apart: BlockedPairs,
  byes = seedOrder(players.length).length - players.length,
): number {
  const [one, ...rest] = players
  if (one === undefined) return 0
  const withBye = byes > 0 ? fewestMeetings(rest, apart, byes - 1) : Infinity
  const paired = rest.map(
    (other) =>
      Number(apart.has(pairOf(one, other))) +
      fewestMeetings(
        rest.filter((player) => player !== other),
        apart,
        byes,
      ),
  )
  return Math.min(withBye, ...(players.length > byes ? paired : []))
}

/** Players and who of them blocks whom. */
const anyBlocks = (most: number) =>
  fc
    .record({
      players: fc.integer({ min: 2, max: most }),
      percent: fc.constantFrom(5, 30, 60, 100),
      numbers: fc.infiniteStream(fc.nat(99)),
    })
    .map(({ players, percent, numbers }) => {
      const order = seeded(players)
      const all = order.flatMap((one) => order.slice(one).map((other): Pair => [other, one]))
      return { order, apart: apartOf(...all.filter(() => (numbers.next().value as number) < percent)) }
    })

describe('the seeding', () => {
  test('stays the same without a block between two of the players', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 64 }), (players) => {
        const order = seeded(players)
        expect(seedAvoidingBlocks(order, apartOf([1, 99]))).toBe(order)
      }),
    )
  })

  test.each<[string, number, readonly Pair[], readonly number[]]>([
    ['exchanges the nearest seed for the worse of the two', 8, [[8, 1]], [1, 2, 3, 4, 5, 6, 8, 7]],
    ['stays when the two can meet in the final alone', 8, [[1, 2]], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['exchanges equals so that the two meet later', 8, [[4, 1]], [1, 2, 4, 3, 5, 6, 7, 8]],
    ['avoids a bye for a block when another tie is near', 6, [[3, 6]], [1, 2, 3, 4, 6, 5]],
    ['gives a bye when there is no other tie', 3, [[3, 2]], [2, 1, 3]],
    ['stays when the meeting cannot be avoided', 2, [[1, 2]], [1, 2]],
  ])('%s', (_what, players, blocks, order) => {
    expect(seedAvoidingBlocks(seeded(players), apartOf(...blocks))).toEqual(order)
  })

  test('keeps a manual order except for the exchange', () => {
    expect(seedAvoidingBlocks([40, 10, 30, 20], apartOf([20, 40]))).toEqual([40, 10, 20, 30])
  })

  test('pairs as few blocked players in the first round as possible', () => {
    fc.assert(
      fc.property(anyBlocks(8), ({ order, apart }) => {
        const result = seedAvoidingBlocks(order, apart)
        expect([...result].sort((one, other) => one - other)).toEqual(order)
        expect(meetings(result, apart)).toBe(fewestMeetings(order, apart))
      }),
      { numRuns: 150 },
    )
  })

  test('is the same each time, and pairs no blocked players in a cup of 64 with few blocks', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 64 })), { maxLength: 40 }),
        (pairs) => {
          const apart = apartOf(...pairs.filter(([one, other]) => one !== other))
          const result = seedAvoidingBlocks(seeded(64), apart)
          expect(meetings(result, apart)).toBe(0)
          expect(seedAvoidingBlocks(seeded(64), apart)).toEqual(result)
        },
      ),
      { numRuns: 10 },
    )
  })
})
