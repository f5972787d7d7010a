import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type KeptLine, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { KeptMessages } from '../../../src/ws/rooms/kept-messages.js'
import type { TestClient } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let one: Service
let two: Service

beforeAll(async () => {
  world = await createWorld()
  one = await world.gateway()
  two = await world.gateway()
})
afterAll(() => world.stop())

const messages = (state: { lines?: { message: string }[] } | undefined): string[] =>
  (state?.lines ?? []).map(({ message }) => message)

/** Reloads a player's page and returns the chat that it receives. */
async function reload(page: TestClient, gateway: Service, person: number, roomId: string): Promise<TestClient> {
  page.drop()
  const again = await world.client(gateway, person)
  expect(await again.ask('sync-room', { roomId })).toMatchObject({ success: true })
  await again.event('room-state')
  return again
}

test('kept messages return to both players after a reload, once each by id and without NATS', async () => {
  const { roomId, ada, bob } = await twoPlayers(world, [one, one], [1, 2])
  const passed: string[] = []
  const subscription = await world.bus.subscribe(subjects.roomAll(roomId), ({ subject }) => passed.push(subject))
  await ada.ask('send-message', { roomId, message: 'hello' })
  await bob.ask('send-message', { roomId, message: 'hi' })
  expect(passed).toEqual([])
  subscription.close()
  await ada.event('receive-message', 2)
  const shown = ada.received.filter(({ event }) => event === 'receive-message')
  const again = await reload(ada, one, 1, roomId)
  expect((await again.event('room-state')).lines).toEqual(
    shown.map(({ id, sender, data }) => ({
      id,
      senderId: sender,
      username: data['username'],
      message: data['message'],
    })),
  )
  const other = await reload(bob, one, 2, roomId)
  expect(messages(await other.event('room-state'))).toEqual(['hello', 'hi'])
})

test('kept messages are sent only to accounts seated when they were written', async () => {
  const { roomId, ada, bob } = await twoPlayers(world, [one, one], [3, 4])
  await ada.ask('send-message', { roomId, message: 'for Bob' })
  await bob.ask('leave-room', { roomId })
  await ada.ask('send-message', { roomId, message: 'alone' })
  const cleo = await world.client(one, 5)
  await cleo.ask('join-room', { roomId, passcode: null, role: 'player' })
  await ada.ask('send-message', { roomId, message: 'for Cleo' })
  const again = await reload(cleo, one, 5, roomId)
  expect(messages(await again.event('room-state'))).toEqual(['for Cleo'])
})

test('kept messages survive an empty room and are merged from the other gateway', async () => {
  const { roomId, ada, bob } = await twoPlayers(world, [one, two], [6, 7])
  await ada.ask('send-message', { roomId, message: 'from one' })
  await bob.ask('send-message', { roomId, message: 'from two' })
  await ada.event('receive-message', 2)
  const again = await reload(ada, one, 6, roomId)
  expect(messages(await again.event('room-state')).sort()).toEqual(['from one', 'from two'])
})

test('kept messages follow a seat to a gateway that had no member of the room', async () => {
  const { roomId, ada } = await twoPlayers(world, [one, one], [8, 9])
  await ada.ask('send-message', { roomId, message: 'before the move' })
  const again = await reload(ada, two, 8, roomId)
  await eventually(() => again.all('room-state').some((state) => messages(state).includes('before the move')))
  const third = await reload(again, two, 8, roomId)
  expect(messages(await third.event('room-state'))).toEqual(['before the move'])
})

test('kept messages are bounded in number and length, and dropped when the room closes', () => {
  const line = (at: number, message = 'x'): KeptLine => ({
    lineId: String(at),
    username: 'ada',
    message,
    saidAtMs: at,
    seated: [1],
  })
  const kept = new KeptMessages()
  for (let at = 0; at < 80; at += 1) kept.add(line(at))
  expect(kept.of(1).map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => String(at + 30)))
  for (let at = 100; at < 150; at += 1) kept.add(line(at, 'y'.repeat(500)))
  expect(kept.of(1)).toHaveLength(16)
  expect(kept.merge([line(149, 'y')])).toBe(false)
  kept.clear()
  expect(kept.of(1)).toEqual([])
})
