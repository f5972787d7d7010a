import { expect, test } from '@jest/globals'
import { concerns, costsOf, PODS, STORES, TAKES_PART, UNMEASURED } from '../../src/model/costs.js'
import { madeUpCosts } from './made-up-costs.js'

test('ignores noise of processes that take no part in a unit', () => {
  const costs = costsOf(madeUpCosts({ round: { 'cpu.commerce': 1e6, 'postgres.writes': 1e6, 'cpu.game-engine': 70 } }))
  expect(costs.of('round', 'cpu.commerce')).toBe(0)
  expect(costs.of('round', 'postgres.writes')).toBe(0)
  expect(costs.of('round', 'cpu.game-engine')).toBe(70)
})

test('attributes bytes and memory to the unit, messages and events to users of NATS', () => {
  expect(concerns('room list forwarded', 'wire.toClient')).toBe(true)
  expect(concerns('socket opened', 'memory.gateway')).toBe(true)
  expect(concerns('room left', 'events.stored')).toBe(true)
  expect(concerns('clip read', 'events.stored')).toBe(false)
})

test('has work for every process but those that it says are not measured', () => {
  const named = new Set(Object.values(TAKES_PART).flat())
  expect([...PODS, ...STORES].filter((name) => !named.has(name))).toEqual(UNMEASURED)
})
