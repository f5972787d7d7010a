import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ReturnSpread } from '../../src/ws/return-spread.js'
import { isAnotherSpread, moveSpreadMs, returnSpreadMs } from '../../src/ws/spread.js'

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
    [1, 0],
    [500, 0],
    [4_500, 1_000],
    [20_000, 4_875],
    [100_000, 5_000],
  ])('spreads the return of %d connections over %d ms', (connections, spreadMs) => {
    expect(returnSpreadMs(connections)).toBe(spreadMs)
  })

  test('never falls as connections are added', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(50_000), (fewer, more) => {
        expect(returnSpreadMs(fewer + more)).toBeGreaterThanOrEqual(returnSpreadMs(fewer))
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
  const build = (count: number) => {
    const told: number[] = []
    const connect = () => ({
      returnSpreadMs: 0,
      event: (_: string, data: object) => void told.push((data as { spreadMs: number }).spreadMs),
    })
    const connections = new Set(Array.from({ length: count }, connect))
    const spread = new ReturnSpread(connections)
    return { spread, connections, connect, told }
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
    const { spread, connections, connect, told } = build(8_499)
    const last = connect()
    connections.add(last)
    spread.opened(last)
    expect(told).toEqual([2_000])
    for (let sweep = 0; sweep < 36; sweep++) spread.sweep()
    expect(told).toHaveLength(8_500)
    expect(new Set(told)).toEqual(new Set([2_000]))
  })

  test('notifies at most 500 connections per sweep', () => {
    const { spread, told } = build(8_500)
    spread.sweep()
    expect(told).toHaveLength(500)
  })

  test('notifies those that stay when most have gone', () => {
    const { spread, connections, told } = build(8_500)
    for (let sweep = 0; sweep < 18; sweep++) spread.sweep()
    for (const connection of [...connections].slice(400)) connections.delete(connection)
    spread.sweep()
    spread.sweep()
    expect(told.filter((spreadMs) => spreadMs === 0)).toHaveLength(400)
  })
})
