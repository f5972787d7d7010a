import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ReturnSpread } from '../../src/ws/return-spread.js'
import { isAnotherSpread, moveSpreadMs, returnSpreadMs, returnSpreadOfBattlesMs } from '../../src/ws/spread.js'

describe('moveSpreadMs', () => {
  test.each([
    [0, 30_000, 2_000],
    [5_000, 30_000, 10_000],
    [20_000, 30_000, 30_000],
    [3, 1_000, 1_000],
  ])('spreads %d connections that have %d ms over %d ms', (connections, withinMs, spreadMs) => {
    expect(moveSpreadMs(connections, withinMs)).toBe(spreadMs)
  })
})

describe('returnSpreadMs', () => {
  test.each([
    [1, 0, 0],
    [500, 500, 0],
    [3_500, 0, 2_000],
    [3_500, 2_500, 2_500],
    [8_000, 0, 5_000],
    [100_000, 0, 5_000],
  ])('spreads the return of %d connections, %d of them in battles, over %d ms', (connections, inBattles, spreadMs) => {
    expect(returnSpreadMs(connections, inBattles)).toBe(spreadMs)
  })

  test('lets players of battles return before the others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 501, max: 18_000 }), fc.nat(), (connections, some) => {
        const inBattles = some % (connections + 1)
        const spreadMs = returnSpreadMs(connections, inBattles)
        expect(returnSpreadOfBattlesMs(inBattles)).toBeLessThan(Math.max(1, spreadMs))
      }),
    )
    expect(returnSpreadOfBattlesMs(500)).toBe(0)
    expect(returnSpreadOfBattlesMs(5_600)).toBe(1_275)
  })

  test('never falls as connections are added', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(50_000), (fewer, more) => {
        expect(returnSpreadMs(fewer + more, 0)).toBeGreaterThanOrEqual(returnSpreadMs(fewer, 0))
      }),
    )
  })
})

test.each([
  [0, 249, false],
  [0, 250, true],
  [1_000, 1_500, false],
  [1_000, 1_501, true],
  [1_000, 500, false],
  [1_000, 499, true],
])('isAnotherSpread of %d and %d ms is %p', (knownMs, spreadMs, expected) => {
  expect(isAnotherSpread(knownMs, spreadMs)).toBe(expected)
})

describe('ReturnSpread', () => {
  const build = (count: number, inBattles = 0) => {
    const told: number[] = []
    const connect = () => ({
      returnSpreadMs: 0,
      event: (_: string, data: object) => void told.push((data as { spreadMs: number }).spreadMs),
    })
    const connections = new Set(Array.from({ length: count }, connect))
    const fighting = new Set([...connections].slice(0, inBattles))
    const spread = new ReturnSpread(connections, (one) => fighting.has(one))
    return { spread, connections, fighting, connect, told }
  }

  test('notifies no one when few are connected', () => {
    const { spread, connections, connect, told } = build(499)
    const last = connect()
    connections.add(last)
    spread.opened(last)
    spread.sweep()
    expect(told).toEqual([])
  })

  test('notifies a connection when it opens, and all others once in a round of sweeps', () => {
    const { spread, connections, connect, told } = build(3_499)
    const last = connect()
    connections.add(last)
    spread.opened(last)
    expect(told).toEqual([2_000])
    for (let sweep = 0; sweep < 16; sweep++) spread.sweep()
    expect(told).toHaveLength(3_500)
    expect(new Set(told)).toEqual(new Set([2_000]))
  })

  test('notifies at most 500 connections per sweep', () => {
    const { spread, told } = build(3_500)
    spread.sweep()
    expect(told).toHaveLength(500)
  })

  test('asks players of battles to return at once, and changes that with the battle', () => {
    const { spread, connections, fighting, told } = build(3_500, 2)
    const sweepAll = (): void => {
      for (let sweep = 0; sweep < 10; sweep++) spread.sweep()
    }
    sweepAll()
    const spreads = (): number[] => [...connections].slice(0, 4).map((one) => one.returnSpreadMs)
    expect(spreads()).toEqual([0, 0, 2_000, 2_000])
    expect(told).toHaveLength(3_498)
    const [first, , third] = [...connections]
    if (!first || !third) throw new Error('no connections')
    fighting.delete(first)
    fighting.add(third)
    sweepAll()
    expect(spreads()).toEqual([2_000, 0, 0, 2_000])
    expect(told).toHaveLength(3_500)
  })

  test('notifies those that stay when most have gone', () => {
    const { spread, connections, told } = build(3_500)
    for (let sweep = 0; sweep < 8; sweep++) spread.sweep()
    for (const connection of [...connections].slice(400)) connections.delete(connection)
    spread.sweep()
    spread.sweep()
    expect(told.filter((spreadMs) => spreadMs === 0)).toHaveLength(400)
  })
})
