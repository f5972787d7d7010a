import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { connectionOf, createPlatform, newAccount, type Platform, type RoomsClient } from '../platform.js'

let platform: Platform
let one: RoomsClient
let other: RoomsClient

beforeAll(async () => {
  platform = await createPlatform()
  one = (await platform.pod()).client
  other = (await platform.pod()).client
})
afterAll(() => platform.stop())

async function join(roomId: string, accountId = newAccount(), commandId = newId()): Promise<boolean | undefined> {
  const request = { commandId, connection: connectionOf(accountId), roomId, passcode: '' }
  return (await other.joinRoom(request, await platform.principal(accountId))).unplayed
}

test('joining a room that was only read reports it as unplayed', async () => {
  const room = await platform.create(one, newAccount())
  await one.getRoom({ roomId: room.id }, await platform.principal(room.seats[0]?.accountId ?? 0))
  expect(await join(room.id)).toBe(true)
})

test('joining a room that a player has reserved for play does not report it as unplayed', async () => {
  const room = await platform.create(one, newAccount())
  await one.reserveForPlay({ roomId: room.id }, await platform.principal(room.seats[0]?.accountId ?? 0))
  expect(await join(room.id)).toBe(false)
  expect(await join(room.id, room.seats[0]?.accountId)).not.toBe(true)
})

test('a player without a seat cannot reserve the room', async () => {
  const room = await platform.create(one, newAccount())
  const { room: seen } = await one.reserveForPlay({ roomId: room.id }, await platform.principal(newAccount()))
  expect(seen?.id).toBe(room.id)
  expect(await join(room.id)).toBe(true)
  await one.reserveForPlay({ roomId: room.id }, await platform.principal(room.seats[0]?.accountId ?? 0))
  expect(await join(room.id, room.seats[0]?.accountId)).not.toBe(true)
})

test('resuming a seat reports whether the room is unplayed, but not on the same connection', async () => {
  const room = await platform.create(one, newAccount())
  const accountId = room.seats[0]?.accountId ?? 0
  const resume = async (socketId: string): Promise<boolean | undefined> => {
    const connection = { ...connectionOf(accountId), socketId }
    return (await other.resumeSeat({ roomId: room.id, connection }, await platform.principal(accountId))).unplayed
  }
  const socketId = newId()
  expect(await resume(socketId)).toBe(true)
  expect(await resume(socketId)).toBeUndefined()
  await one.reserveForPlay({ roomId: room.id }, await platform.principal(accountId))
  expect(await resume(newId())).toBe(false)
})

test('the repeat of a join does not report the room as unplayed', async () => {
  const room = await platform.create(one, newAccount())
  const [bob, commandId] = [newAccount(), newId()]
  expect(await join(room.id, bob, commandId)).toBe(true)
  expect(await join(room.id, bob, commandId)).toBeUndefined()
})
