import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GrpcClient, newId } from '@kla/chassis'
import { BlocksServiceService, MeetingsServiceService, WatchingServiceService } from '@kla/proto'
import { createTestClient } from '@kla/testkit'
import { createKeys } from '../../src/shared/redis.js'
import { connectionOf, createPlatform, newAccount, type Platform, type RoomsClient } from '../platform.js'
import { createCups } from '../tie-room.js'

let platform: Platform
let rooms: RoomsClient
let meetings: GrpcClient<typeof MeetingsServiceService>
let blocks: GrpcClient<typeof BlocksServiceService>
let watching: GrpcClient<typeof WatchingServiceService>

beforeAll(async () => {
  platform = await createPlatform()
  const pod = await platform.pod()
  const address = `127.0.0.1:${pod.service.ports.grpc}`
  rooms = pod.client
  meetings = createTestClient({ definition: MeetingsServiceService, address })
  blocks = createTestClient({ definition: BlocksServiceService, address })
  watching = createTestClient({ definition: WatchingServiceService, address })
})
afterAll(async () => {
  for (const client of [meetings, blocks, watching]) client.close()
  await platform.stop()
})

const find = async (accountId: number, otherId: number) =>
  meetings.findMeeting({ accountId: otherId, incident: '' }, await platform.principal(accountId))
const leave = async (accountId: number, roomId: string) =>
  rooms.leaveRoom({ commandId: newId(), roomId }, await platform.principal(accountId))
const block = async (blocker: number, blocked: number): Promise<unknown> =>
  blocks.blockPlayer({ accountId: blocked }, await platform.principal(blocker))
const listOf = async (blocker: number): Promise<number[]> =>
  (await blocks.listBlocks({}, await platform.principal(blocker))).blocks.map(({ accountId }) => accountId)
const keys = () => createKeys(platform.prefix)

/** Opens a room for one account and lets the others come and go one after another. */
async function hostFor(host: number, ...guests: number[]): Promise<string> {
  const { id } = await platform.create(rooms, host)
  for (const guest of guests) {
    await platform.join(rooms, guest, id)
    await leave(guest, id)
  }
  return id
}

describe('a meeting', () => {
  test('is found by both while they sit together and after one has left', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { id } = await platform.create(rooms, ada)
    expect((await find(ada, bob)).meeting).toBeUndefined()
    await platform.join(rooms, bob, id)
    for (const [one, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      expect((await find(one, other)).meeting).toMatchObject({ roomId: id, toMs: 0, together: true, mode: 'rush' })
    }
    await leave(bob, id)
    for (const [one, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      const { meeting } = await find(one, other)
      expect(meeting).toMatchObject({
        roomId: id,
        roomName: 'Late evening',
        together: false,
        gatewayIds: ['gateway-1'],
      })
      expect(meeting!.toMs).toBeGreaterThanOrEqual(meeting!.fromMs)
    }
  })

  test('joins successive players with the host, not with each other', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    await hostFor(ada, bob, eve)
    expect((await find(ada, bob)).meeting).toBeDefined()
    expect((await find(ada, eve)).meeting).toBeDefined()
    expect((await find(bob, eve)).meeting).toBeUndefined()
  })

  test('is in the room where both were last', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const first = await hostFor(ada, bob)
    await leave(ada, first)
    const second = await hostFor(bob, ada)
    expect((await find(ada, bob)).meeting).toMatchObject({ roomId: second })
  })

  test('expires a day after the last time together', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await hostFor(ada, bob)
    const times = keys().metTimes(ada)
    const DAY_MS = 86_400_000
    await platform.redis.zadd(times, Date.now() - DAY_MS + 60_000, String(bob))
    expect((await find(ada, bob)).meeting).toBeDefined()
    await platform.redis.zadd(times, Date.now() - DAY_MS - 1_000, String(bob))
    expect((await find(ada, bob)).meeting).toBeUndefined()
    await expect(block(ada, bob)).rejects.toMatchObject({ reason: 'NOT_MET' })
  })

  test('is found in the room itself when it was not recorded', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { id } = await platform.create(rooms, ada)
    await platform.join(rooms, bob, id)
    for (const account of [ada, bob]) await platform.redis.del(keys().met(account), keys().metTimes(account))
    expect((await find(ada, bob)).meeting).toMatchObject({ roomId: id, together: true })
    await leave(bob, id)
    expect((await find(bob, ada)).meeting).toMatchObject({ roomId: id, together: false })
  })

  test('names no gateway for a seat of a tie that its player has yet to take', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const cups = createCups(platform)
    try {
      const { id } = await cups.openTie([ada, bob])
      expect((await find(ada, bob)).meeting).toMatchObject({ roomId: id, gatewayIds: [] })
      await platform.join(rooms, ada, id)
      expect((await find(ada, bob)).meeting).toMatchObject({ roomId: id, gatewayIds: ['gateway-1'] })
    } finally {
      await cups.stop()
    }
  })

  test('joins a spectator with the watched players', async () => {
    const [ada, bob, eve, fay] = [newAccount(), newAccount(), newAccount(), newAccount()]
    const cups = createCups(platform)
    try {
      const { id: roomId } = await cups.openTie([ada, bob])
      for (const player of [ada, bob]) {
        await platform.join(rooms, player, roomId)
        await watching.allowSpectators({ roomId, allow: true }, await platform.principal(player))
      }
      for (const spectator of [eve, fay]) {
        const request = { roomId, pass: '', connection: connectionOf(spectator) }
        await watching.watchRoom({ ...request, continues: undefined }, await platform.principal(spectator))
      }
      for (const [one, other] of [
        [eve, ada],
        [ada, eve],
        [bob, eve],
      ] as const) {
        expect((await find(one, other)).meeting).toMatchObject({ roomId })
      }
      expect((await find(eve, fay)).meeting).toBeUndefined()
    } finally {
      await cups.stop()
    }
  })

  test('is kept for the last 500 players', async () => {
    const { createMeetingStore } = await import('../../src/meetings/store.js')
    const store = createMeetingStore(platform.redis, keys())
    const ada = newAccount()
    const room = (await loaded(await platform.create(rooms, ada)))!
    const others = Array.from({ length: 510 }, newAccount)
    for (const other of others) {
      const seats = [...room.seats, { ...room.seats[0]!, accountId: other }]
      await store.record(room, { ...room, seats })
    }
    expect(await platform.redis.hlen(keys().met(ada))).toBe(500)
    expect(await store.find(ada, others[0]!)).toBeUndefined()
    expect(await store.find(ada, others.at(-1)!)).toBeDefined()
  })
})

const loaded = async ({ id }: { id: string }) => {
  const { createRoomStore } = await import('../../src/seats/room-store.js')
  return (await createRoomStore(platform.redis, keys()).load(id)).room
}

describe('a block', () => {
  test('of a stranger is rejected like one of an unknown account, and stores nothing', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    await hostFor(bob, eve)
    const refusals = await Promise.all(
      [eve, newAccount(), 1, 2, 3, 999_999_999].map((other) => block(ada, other).catch((error: unknown) => error)),
    )
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ reason: 'NOT_MET', message: (refusals[0] as Error).message })
    }
    expect(await listOf(ada)).toEqual([])
  })

  test('of a player who was met works after both have left, also for a banned player', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await leave(ada, await hostFor(ada, bob))
    await block(ada, bob)
    expect(await listOf(ada)).toEqual([bob])
    const banned = await platform.principal(bob, { restrictions: [{ scope: 'global', untilMs: 0 }] })
    await blocks.blockPlayer({ accountId: ada }, banned)
    expect((await blocks.listBlocks({}, banned)).blocks).toHaveLength(1)
  })

  test('can be repeated, listed and removed after the meeting has expired', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await leave(ada, await hostFor(ada, bob))
    await block(ada, bob)
    await platform.redis.del(keys().met(ada), keys().metTimes(ada))
    await block(ada, bob)
    expect(await listOf(ada)).toEqual([bob])
    await blocks.unblockPlayer({ accountId: bob }, await platform.principal(ada))
    await expect(block(ada, bob)).rejects.toMatchObject({ reason: 'NOT_MET' })
  })
})

describe('a public name', () => {
  test('on a leaderboard allows blocking and meeting queries', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await meetings.notePublicNames({ accountIds: [bob] })
    expect(await find(ada, bob)).toMatchObject({ meeting: undefined, namedInPublic: true })
    await block(ada, bob)
    expect(await find(bob, ada)).toMatchObject({ namedInPublic: false })
  })

  test('covers the creator of a listed room, not the player who joined it', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const { id } = await platform.create(rooms, bob)
    expect(await find(ada, bob)).toMatchObject({ namedInPublic: true })
    await platform.join(rooms, eve, id)
    expect(await find(ada, eve)).toMatchObject({ namedInPublic: false })
    await leave(bob, id)
    expect(await find(ada, bob)).toMatchObject({ namedInPublic: false })
  })

  test('rejects invalid account ids and more than the limit', async () => {
    await expect(meetings.notePublicNames({ accountIds: [0] })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    const accountIds = Array.from({ length: 501 }, (_, at) => at + 1)
    await expect(meetings.notePublicNames({ accountIds })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })
})
