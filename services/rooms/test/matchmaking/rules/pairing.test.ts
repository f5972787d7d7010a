import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createExcludedPairs, type Pair, pairUp, reach } from '../../../src/matchmaking/rules/pairing.js'
import type { Ticket } from '../../../src/matchmaking/rules/ticket.js'

const NOW_MS = 1_000_000

const ticketOf = (accountId: number, rating: number, waitMs: number): Ticket => ({
  id: `ticket-${accountId}`,
  version: 1,
  command: '',
  person: { accountId, username: '', discordId: '', avatar: '' },
  connection: { socketId: 's', gatewayId: 'g' },
  pool: { mode: 'rush', category: 'default' },
  rating,
  sinceMs: NOW_MS - waitMs,
  stage: { kind: 'searching' },
})

const noneExcluded = (): boolean => false
const idsOf = (pairs: readonly Pair[]): number[][] => pairs.map((pair) => pair.map(({ person }) => person.accountId))

const people = fc
  .array(fc.tuple(fc.integer({ min: 1_000, max: 2_000 }), fc.integer({ min: 0, max: 40_000 })), { maxLength: 60 })
  .map((made) => made.map(([rating, waitMs], at) => ticketOf(at + 1, rating, waitMs)))
const excludedPairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })), {
  maxLength: 80,
})

describe('any crowd', () => {
  test('gives each player at most one partner, within reach and not excluded', () => {
    fc.assert(
      fc.property(people, excludedPairs, (tickets, pairs) => {
        const apart = createExcludedPairs()
        for (const [one, other] of pairs) apart.add(one, other)
        const paired = pairUp({ tickets, isExcluded: apart.has }, NOW_MS)
        const ids = idsOf(paired).flat()
        expect(new Set(ids).size).toBe(ids.length)
        for (const [one, other] of paired) {
          expect(apart.has(other.person.accountId, one.person.accountId)).toBe(false)
          const waitMs = NOW_MS - Math.min(one.sinceMs, other.sinceMs)
          expect(Math.abs(one.rating - other.rating)).toBeLessThanOrEqual(reach(waitMs))
        }
      }),
    )
  })

  test('leaves no two players unpaired who have waited long and may meet', () => {
    fc.assert(
      fc.property(people, (made) => {
        const tickets = made.map((ticket) => ({ ...ticket, sinceMs: NOW_MS - 30_000 }))
        expect(pairUp({ tickets, isExcluded: noneExcluded }, NOW_MS)).toHaveLength(Math.floor(tickets.length / 2))
      }),
    )
  })

  test('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(people, fc.infiniteStream(fc.nat()), (tickets, lots) => {
        const shuffled = tickets
          .map((ticket) => ({ ticket, lot: lots.next().value as number }))
          .sort((one, other) => one.lot - other.lot)
          .map(({ ticket }) => ticket)
        expect(idsOf(pairUp({ tickets: shuffled, isExcluded: noneExcluded }, NOW_MS))).toEqual(
          idsOf(pairUp({ tickets, isExcluded: noneExcluded }, NOW_MS)),
        )
      }),
    )
  })
})

test('lets the longest wait choose first, and picks the nearest rating', () => {
  const tickets = [ticketOf(1, 1_500, 100), ticketOf(2, 1_520, 5_000), ticketOf(3, 1_530, 200), ticketOf(4, 1_480, 50)]
  expect(idsOf(pairUp({ tickets, isExcluded: noneExcluded }, NOW_MS))).toEqual([
    [2, 3],
    [1, 4],
  ])
})

test('pairs distant ratings only once one player has waited', () => {
  const apart = (waitMs: number): number[][] =>
    idsOf(pairUp({ tickets: [ticketOf(1, 1_200, waitMs), ticketOf(2, 1_900, 0)], isExcluded: noneExcluded }, NOW_MS))
  expect(apart(0)).toEqual([])
  expect(apart(11_000)).toEqual([])
  expect(apart(12_000)).toEqual([[1, 2]])
  expect(apart(20_000)).toEqual([[1, 2]])
})
