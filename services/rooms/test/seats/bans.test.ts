import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId, type PrincipalRestriction } from '@kla/chassis'
import { connectionOf, createPlatform, newAccount, ordinaryRoom, type Platform, type RoomsClient } from '../platform.js'

let platform: Platform
let client: RoomsClient
let nowMs = Date.now()

beforeAll(async () => {
  platform = await createPlatform()
  client = (await platform.pod({ now: () => nowMs })).client
})
afterAll(() => platform.stop())

const HOUR_MS = 3_600_000
const look = (roomId: string) => client.getRoom({ roomId })
const as = (accountId: number, restrictions: PrincipalRestriction[]) => platform.principal(accountId, { restrictions })

describe.each([
  ['rooms', 'BANNED_FROM_ROOMS'],
  ['global', 'BANNED'],
])('a player whose principal is banned from %s', (scope, reason) => {
  test.each([
    ['permanently', 0],
    ['for an hour', HOUR_MS],
  ])('%s cannot create, join or resume', async (_name, forMs) => {
    const ada = newAccount()
    const room = await platform.create(client, newAccount())
    const own = await platform.create(client, ada)
    const banned = await as(ada, [{ scope, untilMs: forMs === 0 ? 0 : nowMs + forMs }])
    const connection = connectionOf(ada, 'again')
    const roomId = room.id
    await expect(client.createRoom(ordinaryRoom(ada), banned)).rejects.toMatchObject({ reason })
    await expect(
      client.joinRoom({ commandId: newId(), connection, roomId, passcode: '' }, banned),
    ).rejects.toMatchObject({ reason })
    await expect(client.resumeSeat({ roomId: own.id, connection }, banned)).rejects.toMatchObject({ reason })
    await expect(look(own.id)).resolves.toMatchObject({ room: { id: own.id, version: own.version } })
  })

  test('can leave the room', async () => {
    const ada = newAccount()
    const room = await platform.create(client, ada)
    const banned = await as(ada, [{ scope, untilMs: 0 }])
    await expect(client.leaveRoom({ commandId: newId(), roomId: room.id }, banned)).resolves.toEqual({})
    await expect(look(room.id)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
  })

  test('is admitted after the end of the ban', async () => {
    const ada = newAccount()
    const banned = await as(ada, [{ scope, untilMs: nowMs + HOUR_MS }])
    nowMs += HOUR_MS - 1
    await expect(client.createRoom(ordinaryRoom(ada), banned)).rejects.toMatchObject({ reason })
    nowMs += 1
    await expect(client.createRoom(ordinaryRoom(ada), banned)).resolves.toMatchObject({ room: { version: 1 } })
  })
})

test('bans from chat and the API do not close rooms', async () => {
  const ada = newAccount()
  const banned = await as(ada, [
    { scope: 'chat', untilMs: 0 },
    { scope: 'api', untilMs: 0 },
  ])
  await expect(client.createRoom(ordinaryRoom(ada), banned)).resolves.toMatchObject({ room: { version: 1 } })
})
