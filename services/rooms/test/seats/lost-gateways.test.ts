import { expect, test } from '@jest/globals'
import type { Rooms } from '../../src/seats/rooms.js'
import type { GatewayLeases } from '../../src/seats/timer-store.js'
import { sweepGateways } from '../../src/seats/timers.js'

function build() {
  const state = {
    uptimeMs: 0,
    reachable: true,
    lost: [] as string[],
    among: [] as unknown[],
    known: 0,
    forgotten: [] as string[],
  }
  const answer = async <T>(value: T): Promise<T> => {
    if (!state.reachable) throw new Error('Redis is away')
    return value
  }
  const leases: GatewayLeases = {
    renew: () => answer(undefined),
    register: () => answer(undefined),
    expired: () => answer(['silent']),
    rooms: () => answer(state.lost.length === 0 ? ['room-1', 'room-2'] : []),
    countLost: async (_, count) => (state.known ||= count),
    forget: async (gatewayId) => void state.forgotten.push(gatewayId),
    probe: () => answer(undefined),
  }
  const rooms: Pick<Rooms, 'execute'> = {
    execute: async (roomId, command) => {
      state.lost.push(roomId)
      state.among.push('among' in command ? command.among : undefined)
      return { refused: 'ROOM_NOT_FOUND' }
    },
  }
  const sweep = sweepGateways({ rooms: rooms, leases, leaseMs: 1_000, uptimeMs: () => state.uptimeMs })
  return { state, sweep }
}

test("counts silence only after Redis has answered for a lease's length", async () => {
  const { state, sweep } = build()
  await sweep()
  state.uptimeMs = 999
  await sweep()
  expect(state.lost).toEqual([])
  state.uptimeMs = 1_000
  await sweep()
  expect(state.lost).toEqual(['room-1', 'room-2'])
})

test('restarts counting after an outage of Redis', async () => {
  const { state, sweep } = build()
  await sweep()
  state.uptimeMs = 1_000
  state.reachable = false
  await expect(sweep()).rejects.toThrow('Redis is away')
  state.reachable = true
  state.uptimeMs = 1_500
  await sweep()
  state.uptimeMs = 2_400
  await sweep()
  expect(state.lost).toEqual([])
  state.uptimeMs = 2_500
  await sweep()
  expect(state.lost).toEqual(['room-1', 'room-2'])
})

test('forgets a gateway without rooms', async () => {
  const { state, sweep } = build()
  await sweep()
  state.uptimeMs = 1_000
  await sweep()
  expect(state.forgotten).toEqual([])
  await sweep()
  expect(state.forgotten).toEqual(['silent'])
})

test('reports how many seats were lost together, as counted by the first pod', async () => {
  const { state, sweep } = build()
  state.known = 5_000
  await sweep()
  state.uptimeMs = 1_000
  await sweep()
  expect(state.among).toEqual([10_000, 10_000])
})
