import { expect, test } from '@jest/globals'
import { concerns, costsOf, PODS, STORES, TAKES_PART } from '../../src/model/costs.js'
import { madeUpCosts } from './made-up-costs.js'

test('what wavers in a process that has nothing to do with a unit is no cost of it', () => {
  const costs = costsOf(madeUpCosts({ round: { 'cpu.commerce': 1e6, 'postgres.writes': 1e6, 'cpu.game-engine': 70 } }))
  expect(costs.of('round', 'cpu.commerce')).toBe(0)
  expect(costs.of('round', 'postgres.writes')).toBe(0)
  expect(costs.of('round', 'cpu.game-engine')).toBe(70)
})

test('bytes and memory belong to the unit, messages and facts to who uses NATS', () => {
  expect(concerns('room list handed on', 'wire.toClient')).toBe(true)
  expect(concerns('socket opened', 'memory.gateway')).toBe(true)
  expect(concerns('room left', 'facts.stored')).toBe(true)
  expect(concerns('clip read', 'facts.stored')).toBe(false)
})

test('every process takes part in something', () => {
  const named = new Set(Object.values(TAKES_PART).flat())
  expect([...PODS, ...STORES].filter((name) => !named.has(name))).toEqual([])
})
