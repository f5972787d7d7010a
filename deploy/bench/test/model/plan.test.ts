import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { asAssumed, ASSUMED, type Assumptions, readEstimates } from '../../src/model/assumptions.js'
import { costsOf, PODS } from '../../src/model/costs.js'
import { type Cell, cellFor, planFor } from '../../src/model/plan.js'
import { madeUpCosts } from './made-up-costs.js'

const estimates = readEstimates()
const likely = asAssumed(estimates)
const costs = costsOf(madeUpCosts())
const players = fc.integer({ min: 1, max: 2_000_000 })
/** Every assumption anywhere between its ends. */
const assumptions: fc.Arbitrary<Assumptions> = fc
  .tuple(...ASSUMED.map(() => fc.double({ min: 0, max: 1, noNaN: true })))
  .map((parts) => {
    const between = (name: (typeof ASSUMED)[number], at: number): number => {
      const { cheap, dear } = estimates[name]
      return cheap + (dear - cheap) * (parts[at] ?? 0)
    }
    return Object.fromEntries(ASSUMED.map((name, at) => [name, between(name, at)])) as Assumptions
  })

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : Object.values(value as object).flatMap(numbersIn)

/** Everything of a cell that more players can only make more. */
const sizesOf = ({ demand, pods, stores, network, money }: Cell): number[] =>
  numbersIn({ demand, pods, stores, network, money })

describe('cellFor', () => {
  test('returns finite, non-negative numbers under all assumptions', () => {
    fc.assert(
      fc.property(players, assumptions, (count, a) => {
        for (const number of sizesOf(cellFor(count, costs, a))) {
          expect(Number.isFinite(number)).toBe(true)
          expect(number).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('needs no less of anything with more players', () => {
    fc.assert(
      fc.property(players, players, assumptions, (one, other, a) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((count) =>
          sizesOf(cellFor(count, costs, a)),
        )
        less?.forEach((number, at) => expect(more?.[at] ?? 0).toBeGreaterThanOrEqual(number - 1e-9 * Math.abs(number)))
      }),
    )
  })

  test('adds up its costs and gives pods enough room', () => {
    fc.assert(
      fc.property(players, assumptions, (count, a) => {
        const { money, pods, demand } = cellFor(count, costs, a)
        const { total, ...parts } = money
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 6)
        expect(pods.gateway * a.socketsPerGateway).toBeGreaterThanOrEqual(demand.players)
        for (const pod of PODS) expect(pods[pod]).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  test('has two of everything above one machine', () => {
    expect(Object.values(cellFor(100, costs, likely).pods).every((count) => count === 1)).toBe(true)
    expect(Object.values(cellFor(1_000, costs, likely).pods).every((count) => count >= 2)).toBe(true)
  })
})

describe('planFor', () => {
  test('has enough equal cells and the price of all', () => {
    fc.assert(
      fc.property(players, assumptions, (count, a) => {
        const { cells, cell, dollarsPerThousand } = planFor(count, costs, a)
        expect(cells).toBe(Math.max(1, Math.ceil(count / a.cellPlayers)))
        expect(cell.demand.players * cells).toBeCloseTo(count, 3)
        expect((dollarsPerThousand * count) / 1_000).toBeCloseTo(cell.money.total * cells, 3)
      }),
    )
  })
})

describe('a more expensive unit', () => {
  const SIZE = 200_000
  const before = cellFor(SIZE, costs, likely)
  const after = (unit: string, measure: string): Cell =>
    cellFor(SIZE, costsOf(madeUpCosts({ [unit]: { [measure]: 1_000_000 } })), likely)

  test('of the engine adds engines only', () => {
    const { pods, network } = after('round', 'cpu.game-engine')
    const { 'game-engine': engines, ...others } = pods
    const { 'game-engine': fewer, ...same } = before.pods
    expect(engines).toBeGreaterThan(fewer)
    expect(others).toEqual(same)
    expect(network).toEqual(before.network)
  })

  test('of Redis adds primaries only', () => {
    const { pods, stores } = after('match', 'cpu.redis')
    expect(stores.redis.primaries).toBeGreaterThan(before.stores.redis.primaries)
    expect(stores.postgres).toEqual(before.stores.postgres)
    expect(pods).toEqual(before.pods)
  })

  test('in bytes to clients adds traffic only', () => {
    const { pods, stores, money, network } = after('room list forwarded', 'wire.toClient')
    expect(network.gatewayMegabits).toBeGreaterThan(before.network.gatewayMegabits)
    expect({ pods, stores }).toEqual({ pods: before.pods, stores: before.stores })
    expect(money.traffic).toBeGreaterThan(before.money.traffic)
    expect(money.turn).toBe(before.money.turn)
  })

  test('of a relay adds TURN traffic only', () => {
    const direct = cellFor(SIZE, costs, { ...likely, relayShare: likely.relayShareWhereDirect })
    expect(before.network.turnMegabits).toBeCloseTo(direct.network.turnMegabits / likely.relayShareWhereDirect, 3)
    expect(direct.pods).toEqual(before.pods)
  })
})
