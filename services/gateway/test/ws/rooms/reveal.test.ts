import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Room, RoomUpdate, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { PASS } from '../../support/fake-watching.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let one: Service
let two: Service

beforeEach(async () => {
  world = await createWorld()
  one = await world.gateway()
  two = await world.gateway()
})
afterEach(() => world.stop())

const OK = { success: true }

/** Seats a pair at two gateways in a veiled room, whose epoch is then 2. */
async function veiledPair(): Promise<{ roomId: string; ada: TestClient; bob: TestClient }> {
  const ada = await world.client(one, 1)
  const bob = await world.client(two, 2)
  const { roomId } = (await ada.ask('create-room', newRoom({ veiled: true }))) as { roomId: string }
  await bob.ask('join-room', { roomId, passcode: null, role: 'player' })
  await eventually(() => ada.all('reveal-state').at(-1)?.epoch === 2)
  return { roomId, ada, bob }
}
const names = ({ received }: TestClient): (string | undefined)[] => received.map(({ event }) => event)

describe('a veiled room', () => {
  test('opens on both gateways once both players show themselves', async () => {
    const { roomId, ada, bob } = await veiledPair()
    expect(await ada.ask('reveal', { roomId, show: true, epoch: 2 })).toEqual(OK)
    await eventually(() => bob.all('reveal-state').at(-1)?.ready.includes(1) ?? false)
    expect(await bob.ask('reveal', { roomId, show: true, epoch: 2 })).toEqual(OK)
    for (const client of [ada, bob]) {
      await eventually(() => client.all('reveal-state').at(-1)?.open ?? false)
      expect(client.all('reveal-state').at(-1)).toEqual({ epoch: 2, ready: [1, 2], open: true })
      const seqs = client.seqs()
      expect(seqs).toEqual([...seqs].sort((first, next) => first - next))
    }
  })

  test('is closed for both when one withdraws, and refuses what crosses that', async () => {
    const { roomId, ada, bob } = await veiledPair()
    for (const client of [ada, bob]) await client.ask('reveal', { roomId, show: true, epoch: 2 })
    expect(await bob.ask('reveal', { roomId, show: false, epoch: 2 })).toEqual(OK)
    for (const client of [ada, bob]) {
      await eventually(() => client.all('reveal-state').at(-1)?.epoch === 3)
      expect(client.all('reveal-state').at(-1)).toEqual({
        epoch: 3,
        ready: [],
        open: false,
        closed: { why: 'withdrawn', by: 2 },
      })
    }
    expect(await ada.ask('reveal', { roomId, show: true, epoch: 2 })).toMatchObject({ code: 'REVEAL_OUTDATED' })
  })

  test("counts only the session's account, whatever the event contains", async () => {
    const { roomId, ada } = await veiledPair()
    const forged = { roomId, show: true, epoch: 2, accountId: 2, ready: [1, 2], open: true, players: [2] }
    expect(await ada.ask('reveal', forged)).toEqual(OK)
    expect(ada.all('reveal-state').at(-1)).toEqual({ epoch: 2, ready: [1], open: false })
    expect(world.rooms.rooms.get(roomId)?.reveal).toMatchObject({ epoch: 2, ready: [1], open: false })
  })

  test('delivers each reveal once when updates are duplicated or late', async () => {
    const { roomId, ada } = await veiledPair()
    const old = structuredClone(world.rooms.rooms.get(roomId)) as Room
    await ada.ask('reveal', { roomId, show: true, epoch: 2 })
    const now = structuredClone(world.rooms.rooms.get(roomId)) as Room
    const count = ada.all('reveal-state').length
    for (const room of [now, old, now]) {
      world.bus.publish(
        subjects.roomSeats(roomId),
        RoomUpdate.encode({ roomId, room, changes: [], closedReason: '' }).finish(),
      )
    }
    world.rooms.change(roomId, (room) => void room.spectatorConsents.push(1))
    await ada.event('watchers')
    expect(ada.all('reveal-state')).toHaveLength(count)
  })

  test('sends that it closed before anything else about the change', async () => {
    const { roomId, ada, bob } = await veiledPair()
    for (const client of [ada, bob]) await client.ask('reveal', { roomId, show: true, epoch: 2 })
    const before = bob.received.length
    world.rooms.change(roomId, (room) => {
      room.reveal = { epoch: 3, ready: [], open: false, closedWhy: 'watcher', closedBy: 0 }
      room.watchers = [
        { connection: { socketId: 'j', gatewayId: 'g' }, name: 'Mara', judge: true, accountId: 0, sinceMs: 1 },
      ]
    })
    await eventually(() => bob.all('watchers').length > 0)
    const events = names(bob).slice(before)
    expect(events.indexOf('reveal-state')).toBeLessThan(events.indexOf('watchers'))
    expect(events.indexOf('reveal-state')).toBeLessThan(events.indexOf('room-user-list'))
    expect(bob.all('reveal-state').at(-1)).toMatchObject({ open: false, closed: { why: 'watcher', by: null } })
  })

  test('is in room-state and sent to watchers, who may not reveal', async () => {
    const { roomId, ada } = await veiledPair()
    await ada.ask('reveal', { roomId, show: true, epoch: 2 })
    const judge = await world.client(two, 0)
    await judge.ask('watch-room', { roomId, pass: `${PASS}reveal`, bearer: 'moderator' })
    expect(await judge.event('reveal-state')).toEqual({ epoch: 2, ready: [1], open: false })
    expect(await judge.event('room-state')).toMatchObject({ reveal: { epoch: 2, ready: [1], open: false } })
    expect(await judge.ask('reveal', { roomId, show: true, epoch: 2 })).toMatchObject({ success: false })
    await ada.ask('sync-room', { roomId })
    expect(ada.all('room-state').at(-1)).toMatchObject({ reveal: { epoch: 2, ready: [1], open: false } })
  })

  test('refuses more than two commands a second', async () => {
    const { roomId, ada } = await veiledPair()
    const answers = await Promise.all([1, 2, 3, 4].map(() => ada.ask('reveal', { roomId, show: true, epoch: 2 })))
    expect(answers.filter(({ code }) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(1)
    expect(answers.slice(0, 2)).toEqual([OK, OK])
  })
})

describe('a room that is not veiled', () => {
  test('says so, and never mentions a reveal', async () => {
    const ada = await world.client(one, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    expect(await ada.ask('reveal', { roomId, show: true, epoch: 0 })).toMatchObject({ code: 'NOT_VEILED' })
    await ada.ask('sync-room', { roomId })
    expect(await ada.event('room-state')).toMatchObject({ reveal: null })
    expect(ada.all('reveal-state')).toEqual([])
  })
})
