import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service

beforeEach(async () => {
  world = await createWorld()
  gateway = await world.gateway()
})
afterEach(() => world.stop())

/** Holds calls of rooms by this name until released. */
function hold(name: string): { release: () => void; readonly reached: () => boolean } {
  let release = (): void => undefined
  let isReached = false
  const gate = new Promise<void>((resolve) => (release = resolve))
  world.rooms.before = async (call) => {
    if (call !== name) return
    isReached = true
    await gate
  }
  return { release: () => release(), reached: () => isReached }
}

const exit = (client: TestClient, roomId: string, more: object = {}, id?: string) =>
  client.ask('leave-and-block', { roomId, ...more }, id)

describe('leave-and-block', () => {
  test('frees the seat, blocks the opponent and returns the incident', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    expect(await exit(ada, roomId)).toEqual({ success: true, blockedId: 2, incident: 'incident-1-2' })
    expect(await bob.event('user-disconnected')).toMatchObject({ id: 1 })
    expect(world.rooms.blocked).toEqual(['2 by 1'])
    expect(world.rooms.rooms.get(roomId)?.seats.map(({ accountId }) => accountId)).toEqual([2])
    // The leaving player gets only the answer; the opponent gets the usual events.
    expect(ada.all('room-closed')).toEqual([])
    expect(await bob.event('room-state')).toMatchObject({ phase: 'waiting', ready: [], incident: null })
    bob.forget('room-state')
    expect(JSON.stringify(bob.received)).not.toMatch(/block|incident|safety/i)
  })

  test('returns no player when alone, and blocks the named player', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    expect(await exit(ada, roomId)).toEqual({ success: true, blockedId: null, incident: null })
    expect(await exit(ada, roomId)).toMatchObject({ success: false, code: 'NOT_SEATED' })
    expect(await exit(ada, roomId, { id: 5 })).toEqual({ success: true, blockedId: 5, incident: 'incident-1-5' })
  })

  test('relays nothing to or from the player from the moment it arrives', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    const { players } = await bob.event('room-user-list')
    const held = hold('leaveAndBlock')
    const out = exit(ada, roomId)
    await eventually(held.reached)
    const from = ada.received.length
    expect(await bob.ask('send-message', { roomId, message: 'come back' })).toEqual({ success: true })
    await bob.event('receive-message')
    expect(await ada.ask('send-message', { roomId, message: 'no' })).toMatchObject({ code: 'NOT_SEATED' })
    const signal = { to: players[1]!.socketId, payload: { type: 'offer', sdp: 'v=0' } }
    expect(await ada.ask('offer', signal)).toMatchObject({ code: 'NOT_SEATED' })
    held.release()
    expect(await out).toMatchObject({ success: true })
    expect(ada.received.slice(from).filter(({ event }) => event !== undefined)).toEqual([])
    expect(bob.all('receive-message')).toHaveLength(1)
  })

  test('keeps the player out while rooms is away, and reports the seat so that it is freed', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    const id = randomUUID()
    let down = true
    world.rooms.before = async (call) => {
      if (down && call === 'leaveAndBlock') throw new KlaError('UNAVAILABLE')
    }
    expect(await exit(ada, roomId, {}, id)).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    await eventually(() => world.rooms.lost.some(({ accountId }) => accountId === 1))
    await bob.ask('send-message', { roomId, message: 'hello?' })
    expect(ada.all('receive-message')).toEqual([])
    down = false
    expect(await exit(ada, roomId, {}, id)).toEqual({ success: true, blockedId: 2, incident: 'incident-1-2' })
  })

  test('happens once for each id', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    const id = randomUUID()
    const [first, second] = await Promise.all([exit(ada, roomId, {}, id), exit(ada, roomId, {}, id)])
    expect([first, second, await exit(ada, roomId, {}, id)]).toEqual(
      Array(3).fill({ success: true, blockedId: 2, incident: 'incident-1-2' }),
    )
    expect(world.rooms.calls.get('leaveAndBlock')).toBe(1)
  })

  test('does not wait for a join, which then gives its seat back', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    const bob = await world.client(gateway, 2)
    const held = hold('joinRoom')
    const joining = bob.ask('join-room', { roomId, passcode: null, role: 'player' })
    await eventually(held.reached)
    expect(await exit(bob, roomId, { id: 1 })).toMatchObject({ success: true, blockedId: 1 })
    held.release()
    expect(await joining).toEqual({ success: true })
    await eventually(() => world.rooms.rooms.get(roomId)?.seats.length === 1)
    await ada.event('user-disconnected')
    await ada.ask('send-message', { roomId, message: 'gone?' })
    expect(await bob.ask('send-message', { roomId, message: 'yes' })).toMatchObject({ code: 'NOT_SEATED' })
    expect(bob.all('receive-message')).toEqual([])
    // A later join works again.
    world.rooms.before = async () => undefined
    expect(await bob.ask('join-room', { roomId, passcode: null, role: 'player' })).toEqual({ success: true })
    expect(await bob.ask('send-message', { roomId, message: 'back' })).toEqual({ success: true })
  })

  test('notifies another page of the account that its seat is gone', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    const other = await world.client(gateway, 1)
    expect(await exit(other, roomId)).toMatchObject({ success: true, blockedId: 2 })
    expect(await ada.event('room-closed')).toEqual({ reason: 'seat-lost' })
  })

  test('is open to a player who is banned from rooms', async () => {
    const { roomId } = await twoPlayers(world, [gateway, gateway])
    Object.assign(world.auth.person(1), {
      restrictions: [{ scope: 'rooms', untilMs: 0, reason: '', banId: 7 }],
      restrictionsVersion: 1,
    })
    expect(await exit(await world.client(gateway, 1), roomId)).toMatchObject({ success: true, blockedId: 2 })
  })
})

describe('the incident', () => {
  test("is sent only in the room-state of the player's own seat", async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    await ada.ask('sync-room', { roomId })
    expect(await ada.event('room-state')).toMatchObject({ incident: null })
    for (const player of [ada, bob]) await player.ask('allow-spectators', { roomId, allow: true })
    const watcher = await world.client(gateway, 3)
    await watcher.ask('watch-room', { roomId })
    await watcher.event('room-state')
    world.rooms.change(roomId, (room) => {
      for (const seat of room.seats) seat.incident = `secret-of-${seat.accountId}`
      room.seats[1]!.username = 'renamed'
    })
    for (const client of [ada, bob, watcher]) {
      await eventually(
        () =>
          client
            .all('room-user-list')
            .at(-1)
            ?.players.some(({ username }) => username === 'renamed') ?? false,
      )
      await client.ask('sync-room', { roomId })
    }
    const last = (client: TestClient) => client.all('room-state').at(-1)
    expect(last(ada)).toMatchObject({ incident: 'secret-of-1' })
    expect(last(bob)).toMatchObject({ incident: 'secret-of-2' })
    expect(last(watcher)).not.toHaveProperty('incident')
    expect(JSON.stringify(ada.received)).not.toContain('secret-of-2')
    expect(JSON.stringify(bob.received)).not.toContain('secret-of-1')
    expect(JSON.stringify(watcher.received)).not.toContain('secret-of')
  })

  test('is in nothing that gateways publish', async () => {
    const two = await world.gateway()
    const published: Buffer[] = []
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, two])
    const subscribed = await world.bus.subscribe(subjects.roomAll(roomId), ({ subject, data }) => {
      if (!subject.endsWith('.seats')) published.push(Buffer.from(data))
    })
    world.rooms.change(roomId, (room) => {
      for (const seat of room.seats) seat.incident = 'secret'
    })
    await ada.ask('send-message', { roomId, message: 'over there' })
    await bob.event('receive-message')
    await eventually(() => published.length > 0)
    expect(Buffer.concat(published).toString()).not.toContain('secret')
    subscribed.close()
  })
})
