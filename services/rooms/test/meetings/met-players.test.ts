import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GrpcClient, newId } from '@kla/chassis'
import { MeetingsServiceService, WatchingServiceService } from '@kla/proto'
import { createTestClient } from '@kla/testkit'
import { createKeys } from '../../src/shared/redis.js'
import {
  connectionOf,
  createPlatform,
  newAccount,
  type Platform,
  type RoomsClient,
  testIncidents,
} from '../platform.js'
import { createCups } from '../tie-room.js'

let platform: Platform
let rooms: RoomsClient
let meetings: GrpcClient<typeof MeetingsServiceService>
let watching: GrpcClient<typeof WatchingServiceService>

beforeAll(async () => {
  platform = await createPlatform()
  const pod = await platform.pod()
  const address = `127.0.0.1:${pod.service.ports.grpc}`
  rooms = pod.client
  meetings = createTestClient({ definition: MeetingsServiceService, address })
  watching = createTestClient({ definition: WatchingServiceService, address })
})
afterAll(async () => {
  for (const client of [meetings, watching]) client.close()
  await platform.stop()
})

const find = async (accountId: number, otherId: number, incident = '') =>
  meetings.findMeeting({ accountId: otherId, incident }, await platform.principal(accountId))
const leave = async (accountId: number, roomId: string) =>
  rooms.leaveRoom({ commandId: newId(), roomId }, await platform.principal(accountId))
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

describe('an incident token', () => {
  const DAY_MS = 86_400_000
  const forget = async (...accounts: number[]): Promise<void> => {
    for (const account of accounts) await platform.redis.del(keys().met(account), keys().metTimes(account))
  }
  /** The token of an account in a room where two sit. */
  const tokenOf = async (account: number, roomId: string): Promise<string> =>
    (await rooms.getRoom({ roomId })).room?.seats.find(({ accountId }) => accountId === account)?.incident ?? ''

  test('is in the seats of two players, and absent for one who is alone', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { id, seats } = await platform.create(rooms, ada)
    expect(seats[0]?.incident).toBeUndefined()
    const joined = await platform.join(rooms, bob, id)
    for (const { accountId, incident } of joined.seats) {
      const other = accountId === ada ? bob : ada
      expect((await find(accountId, other, incident)).meeting).toMatchObject({ roomId: id, together: true })
    }
    await leave(bob, id)
    expect(await tokenOf(ada, id)).toBe('')
  })

  test('finds its meeting after both have left and the store has forgotten it', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { id } = await platform.create(rooms, ada)
    const { seats } = await platform.join(rooms, bob, id)
    const token = await tokenOf(ada, id)
    await leave(bob, id)
    await leave(ada, id)
    const { meeting } = await find(ada, bob, token)
    expect(meeting).toMatchObject({ roomId: id, together: false, gatewayIds: ['gateway-1'] })
    expect(meeting!.toMs).toBeGreaterThan(0)
    await forget(ada, bob)
    expect((await find(ada, bob)).meeting).toBeUndefined()
    const fromMs = Math.max(...seats.map(({ takenAtMs }) => takenAtMs))
    expect((await find(ada, bob, token)).meeting).toMatchObject({
      roomId: id,
      roomName: 'Late evening',
      fromMs,
      toMs: 0,
    })
  })

  test('finds its own room although the two have met in another one since', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { id: first } = await platform.create(rooms, ada)
    await platform.join(rooms, bob, first)
    const token = await tokenOf(ada, first)
    await leave(bob, first)
    await leave(ada, first)
    const second = await hostFor(bob, ada)
    expect((await find(ada, bob)).meeting).toMatchObject({ roomId: second })
    expect((await find(ada, bob, token)).meeting).toMatchObject({ roomId: first })
  })

  test('of another account, about another account or invented finds nothing, not even the last meeting', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const { id } = await platform.create(rooms, ada)
    await platform.join(rooms, bob, id)
    const [adas, bobs] = [await tokenOf(ada, id), await tokenOf(bob, id)]
    await meetings.notePublicNames({ accountIds: [bob] })
    for (const wrong of [bobs, `${adas.slice(0, -4)}AAAA`, 'made up']) {
      expect(await find(ada, bob, wrong)).toMatchObject({ meeting: undefined, namedInPublic: true })
    }
    expect((await find(ada, eve, adas)).meeting).toBeUndefined()
    expect((await find(eve, bob, adas)).meeting).toBeUndefined()
  })

  test('expires after a day, except while the two sit together or the store knows when they parted', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { id } = await platform.create(rooms, ada)
    await platform.join(rooms, bob, id)
    const incident = {
      roomId: id,
      roomName: 'Late evening',
      mode: 'rush',
      category: 'default',
      holder: ada,
      other: bob,
      fromMs: 1,
    }
    const token = testIncidents.encode({ ...incident, madeMs: Date.now() - DAY_MS - 1_000 })
    await forget(ada)
    expect((await find(ada, bob, token)).meeting).toMatchObject({ together: true })
    await leave(bob, id)
    expect((await find(ada, bob, token)).meeting).toMatchObject({ together: false })
    await forget(ada)
    expect((await find(ada, bob, token)).meeting).toBeUndefined()
    const fresh = testIncidents.encode({ ...incident, madeMs: Date.now() - DAY_MS + 60_000 })
    expect((await find(ada, bob, fresh)).meeting).toMatchObject({ roomId: id })
  })
})

describe('the list of players met', () => {
  const listMet = async (account: number) => (await meetings.listMet({}, await platform.principal(account))).met

  test('lists the latest first, with names, modes and tokens, and only those of the last day', async () => {
    const [ada, bob, eve, fay] = [newAccount(), newAccount(), newAccount(), newAccount()]
    const id = await hostFor(ada, fay, bob)
    const joined = await platform.join(rooms, eve, id)
    await platform.redis.zadd(keys().metTimes(ada), Date.now() - 86_400_000 - 1_000, String(fay))
    const met = await listMet(ada)
    const nameOf = (account: number): string | undefined =>
      joined.seats.find(({ accountId }) => accountId === account)?.username
    expect(met.map(({ accountId }) => accountId)).toEqual([eve, bob])
    expect(met[0]).toMatchObject({ username: nameOf(eve), mode: 'rush' })
    for (const { accountId, incident } of met) {
      expect((await find(ada, accountId, incident)).meeting).toMatchObject({ roomId: id, together: accountId === eve })
    }
    expect(met[0]!.lastMs).toBeGreaterThan(met[1]!.lastMs)
    expect((await listMet(bob)).map(({ accountId }) => accountId)).toEqual([ada])
  })

  test('gives no token that outlives a day after the two have parted', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await hostFor(ada, bob)
    const partedMs = Date.now() - 23 * 3_600_000
    await platform.redis.zadd(keys().metTimes(ada), partedMs, String(bob))
    const [met] = await listMet(ada)
    const { madeMs } = testIncidents.verify(met!.incident, { holder: ada, other: bob })!
    expect(madeMs).toBeLessThanOrEqual(partedMs)
    expect(met!.lastMs).toBe(partedMs)
  })

  test("includes the caller's unrecorded companions, and works for banned players", async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { id } = await platform.create(rooms, ada)
    await platform.join(rooms, bob, id)
    await platform.redis.del(keys().met(ada), keys().metTimes(ada))
    const banned = await platform.principal(ada, { restrictions: [{ scope: 'global', untilMs: 0 }] })
    expect((await meetings.listMet({}, banned)).met).toMatchObject([{ accountId: bob, mode: 'rush' }])
  })

  test('includes spectators and the players they watch, but no judges', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const cups = createCups(platform)
    try {
      const { id: roomId } = await cups.openTie([ada, bob])
      for (const player of [ada, bob]) {
        await platform.join(rooms, player, roomId)
        await watching.allowSpectators({ roomId, allow: true }, await platform.principal(player))
      }
      await watching.watchRoom({ roomId, pass: '', connection: connectionOf(eve) }, await platform.principal(eve))
      await watching.watchRoom(
        { roomId, pass: await cups.pass(roomId), connection: connectionOf(99) },
        await platform.judge(7),
      )
      expect((await listMet(ada)).map(({ accountId }) => accountId).sort()).toEqual([bob, eve])
      expect((await listMet(eve)).map(({ accountId }) => accountId).sort()).toEqual([ada, bob])
      expect((await listMet(ada)).find(({ accountId }) => accountId === eve)?.username).not.toBe('')
    } finally {
      await cups.stop()
    }
  })

  test('is limited to twenty', async () => {
    const ada = newAccount()
    const others = Array.from({ length: 25 }, newAccount)
    const place = { roomId: newId(), roomName: 'n', mode: 'rush', category: 'default' }
    const kept = { ...place, fromMs: 1, toMs: 2, gateways: '', username: 'eve', seated: true }
    const nowMs = Date.now()
    for (const [at, other] of others.entries()) {
      await platform.redis.hset(keys().met(ada), String(other), JSON.stringify(kept))
      await platform.redis.zadd(keys().metTimes(ada), nowMs - at * 1_000, String(other))
    }
    const met = await listMet(ada)
    expect(met.map(({ accountId }) => accountId)).toEqual(others.slice(0, 20))
    expect(met[0]).toMatchObject({ username: 'eve', mode: 'rush' })
  })
})
