import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import type { Service } from '../../../src/index.js'
import { newRoom } from '../../support/test-client.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service

beforeEach(async () => {
  world = await createWorld()
  gateway = await world.gateway()
})
afterEach(() => world.stop())

const RUSH = { mode: 'rush', category: 'default' } as const

describe('activity of the lobby', () => {
  test('is sent to players and visitors with the list, and again when it changes', async () => {
    world.matchmaking.activity = [{ ...RUSH, searching: 4, playing: 12, estimatedWaitMs: 0 }]
    const clients = [await world.client(gateway, 0), await world.client(gateway, 1)]
    for (const client of clients) await client.ask('request-room-list', {})
    for (const client of clients) {
      expect(await client.event('lobby-activity')).toEqual({
        pools: [{ ...RUSH, searching: 4, playing: 12, estimatedWaitMs: null }],
      })
    }
    world.matchmaking.activity = [{ ...RUSH, searching: 0, playing: 14, estimatedWaitMs: 20_000 }]
    for (const client of clients) {
      expect(await client.event('lobby-activity', 2)).toEqual({
        pools: [{ ...RUSH, searching: 0, playing: 14, estimatedWaitMs: 20_000 }],
      })
    }
  })

  test('is empty while rooms does not answer', async () => {
    world.matchmaking.answering = async (call) => {
      if (call === 'getActivity') throw new KlaError('UNAVAILABLE')
    }
    const client = await world.client(gateway, 1)
    await client.ask('request-room-list', {})
    expect(await client.event('lobby-activity')).toEqual({ pools: [] })
  })
})

describe('a player who has a seat on another connection', () => {
  test.each(['the same gateway', 'another gateway'])('learns of it, and can leave it, at %s', async (where) => {
    const there = where === 'the same gateway' ? gateway : await world.gateway()
    const first = await world.client(gateway, 1)
    const { roomId } = (await first.ask('create-room', newRoom())) as { roomId: string }
    const second = await world.client(there, 1)
    await second.ask('request-room-list', {})
    expect(await second.event('seated-elsewhere')).toEqual({ roomId, name: 'Late night', veiled: false })
    expect(await second.ask('leave-room', { roomId, id: newId() })).toEqual({ success: true })
    expect(await second.event('seated-elsewhere', 2)).toEqual({ roomId: null })
    expect(await first.event('room-closed')).toMatchObject({ reason: expect.any(String) })
  })

  test('learns whether that room is veiled', async () => {
    const [first, second] = [await world.client(gateway, 1), await world.client(gateway, 1)]
    await first.ask('create-room', newRoom({ veiled: true }))
    await second.ask('request-room-list', {})
    expect(await second.event('seated-elsewhere')).toMatchObject({ veiled: true })
  })

  test('learns of it once rooms answers again', async () => {
    const first = await world.client(gateway, 1)
    const { roomId } = (await first.ask('create-room', newRoom())) as { roomId: string }
    let asked = 0
    world.rooms.before = async (call) => {
      if (call === 'findSeats' && ++asked === 1) throw new KlaError('UNAVAILABLE')
    }
    const second = await world.client(gateway, 1)
    await second.ask('request-room-list', {})
    expect(await second.event('seated-elsewhere')).toMatchObject({ roomId })
    expect(asked).toBeGreaterThan(1)
  })

  test('learns of a seat that is taken while the list is read, and others do not', async () => {
    const [first, second, bob] = [
      await world.client(gateway, 1),
      await world.client(gateway, 1),
      await world.client(gateway, 2),
    ]
    for (const client of [second, bob]) await client.ask('request-room-list', {})
    const { roomId } = (await first.ask('create-room', newRoom())) as { roomId: string }
    expect(await second.event('seated-elsewhere')).toMatchObject({ roomId })
    expect(bob.all('seated-elsewhere')).toEqual([])
  })
})
