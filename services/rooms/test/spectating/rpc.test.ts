import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, type GrpcClient, newId, type Principal } from '@kla/chassis'
import {
  BlocksServiceService,
  messageOf,
  RestrictionsChanged,
  type Room,
  type RoomUpdate,
  subjects,
  WatchingServiceService,
} from '@kla/proto'
import { JUDGES_MAX, SPECTATORS_MAX, WATCH_CHANGE_MS } from '@kla/proto/web'
import { createTestClient, eventually, quietLogger } from '@kla/testkit'
import { createKeys } from '../../src/shared/redis.js'
import { createWatchLimit } from '../../src/spectating/store.js'
import { createPlatform, given, newAccount, type Platform, type Pod } from '../platform.js'
import { createCups, type Cups } from '../tie-room.js'

let platform: Platform
let cups: Cups
let pod: Pod
let watching: GrpcClient<typeof WatchingServiceService>
let blocks: GrpcClient<typeof BlocksServiceService>
let updates: RoomUpdate[]
let database: Database

beforeAll(async () => {
  platform = await createPlatform()
  cups = createCups(platform)
  pod = await platform.pod()
  const address = `127.0.0.1:${pod.service.ports.grpc}`
  watching = createTestClient({ definition: WatchingServiceService, address })
  blocks = createTestClient({ definition: BlocksServiceService, address })
  updates = await platform.updates()
  database = createDatabase({ ...platform.tables, log: quietLogger(), max: 2 })
})
afterAll(async () => {
  watching.close()
  blocks.close()
  await database.end()
  await cups.stop()
  await platform.stop()
})

/** Lets every write to the outbox wait until the returned function is called. */
async function withoutOutbox(): Promise<() => Promise<void>> {
  const locking = await database.connect()
  await locking.query('BEGIN')
  await locking.query('LOCK TABLE outbox IN SHARE MODE')
  return async () => {
    await locking.query('COMMIT')
    locking.release()
  }
}

const connectionTo = (socketId: string, gatewayId = 'gateway-1') => ({ socketId, gatewayId })

/** A tie's room with both players on their seats; they consent if it is said so. */
async function tie({ consents = false } = {}): Promise<{ roomId: string; ada: number; bob: number }> {
  const [ada, bob] = [newAccount(), newAccount()]
  const { id: roomId } = await cups.openTie([ada, bob])
  for (const accountId of [ada, bob]) await platform.join(pod.client, accountId, roomId)
  if (consents) for (const accountId of [ada, bob]) await allow(roomId, accountId, true)
  return { roomId, ada, bob }
}
const allow = async (roomId: string, accountId: number, to: boolean): Promise<Room> =>
  given(await watching.allowSpectators({ roomId, allow: to }, await platform.principal(accountId)))
const judge = async (roomId: string, pass: string, socketId = newId(), administratorId = 7): Promise<Room> =>
  given(
    await watching.watchRoom(
      { roomId, pass, connection: connectionTo(socketId) },
      await platform.judge(administratorId),
    ),
  )
const spectate = async (
  roomId: string,
  accountId: number,
  {
    socketId = `socket-${accountId}`,
    gatewayId = 'gateway-1',
    ...claims
  }: Partial<Principal> & { socketId?: string; gatewayId?: string } = {},
): Promise<Room> =>
  given(
    await watching.watchRoom(
      { roomId, pass: '', connection: connectionTo(socketId, gatewayId) },
      await platform.principal(accountId, claims),
    ),
  )
/** The spectator has not moved for as long as it takes. */
const rested = (roomId: string, accountId: number): Promise<number> =>
  platform.redis.del(createKeys(platform.prefix).watchLimit(roomId, accountId))
const roomOf = async (roomId: string): Promise<Room> => given(await pod.client.getRoom({ roomId }))
const watchersOf = async (roomId: string): Promise<string[]> => (await roomOf(roomId)).watchers.map(({ name }) => name)
const updatesOf = (roomId: string): Room[] =>
  updates.filter((one) => one.roomId === roomId).flatMap(({ room }) => room ?? [])

describe('a judge', () => {
  test("is admitted by a pass once, without the players' consent", async () => {
    const { roomId } = await tie()
    const pass = await cups.pass(roomId, 'Mara')
    const room = await judge(roomId, pass, 'judge-socket')
    expect(room.watchers).toMatchObject([{ name: 'Mara', judge: true, accountId: 0 }])
    await expect(judge(roomId, pass)).rejects.toMatchObject({ reason: 'WATCH_PASS_INVALID' })
    expect(await watchersOf(roomId)).toEqual(['Mara'])
  })

  test('is admitted again when the call is repeated for the same connection', async () => {
    const { roomId } = await tie()
    const pass = await cups.pass(roomId)
    const first = await judge(roomId, pass, 'same-socket')
    expect((await judge(roomId, pass, 'same-socket')).version).toBe(first.version)
  })

  test('is rejected with an invented pass or a pass to another room', async () => {
    const [one, other] = [await tie(), await tie()]
    const reason = 'WATCH_PASS_INVALID'
    await expect(judge(one.roomId, await cups.pass(other.roomId))).rejects.toMatchObject({ reason })
    await expect(judge(one.roomId, 'made up')).rejects.toMatchObject({ reason })
    expect(await watchersOf(one.roomId)).toEqual([])
  })

  test("is rejected with another administrator's pass, which stays valid", async () => {
    const { roomId } = await tie()
    const pass = await cups.pass(roomId, 'Mara')
    const reason = 'WATCH_PASS_INVALID'
    await expect(judge(roomId, pass, newId(), 8)).rejects.toMatchObject({ reason })
    for (const context of [undefined, await platform.principal(newAccount())]) {
      const handedOn = watching.watchRoom({ roomId, pass, connection: connectionTo(newId()) }, context)
      await expect(handedOn).rejects.toMatchObject({ reason })
    }
    expect(await watchersOf(roomId)).toEqual([])
    expect((await judge(roomId, pass)).watchers).toHaveLength(1)
  })

  test('is audited at the beginning of watching, and with the seconds at its end', async () => {
    const { roomId, ada, bob } = await tie()
    const audited = await platform.audited()
    await judge(roomId, await cups.pass(roomId), `first-${roomId}`)
    await watching.stopWatching({ roomId, connection: connectionTo(`first-${roomId}`) })
    await judge(roomId, await cups.pass(roomId), `second-${roomId}`)
    for (const player of [ada, bob])
      await pod.client.leaveRoom({ roomId, commandId: '' }, await platform.principal(player))
    await eventually(() => {
      const about = audited.filter(({ actorId, subjectId }) => actorId === 7 && subjectId === cups.cupOf(roomId))
      // By different outboxes: the end of a very short watching may arrive first.
      expect(about.map(({ action }) => action).sort()).toEqual([
        ...['cups.watch-begin', 'cups.watch-begin', 'cups.watch-end', 'cups.watch-end'],
      ])
      const ends = about
        .filter(({ action }) => action === 'cups.watch-end')
        .map(({ details }) => JSON.parse(details) as object)
      for (const details of ends)
        expect(details).toMatchObject({ tieId: expect.any(String), seconds: expect.any(Number) })
    })
  })

  test('is admitted and audited once when a slow call is repeated before it ends', async () => {
    const { roomId } = await tie()
    const audited = await platform.audited()
    const request = { roomId, pass: await cups.pass(roomId), connection: connectionTo(`slow-${roomId}`) }
    const context = { ...(await platform.judge(7)), requestId: newId() }
    const release = await withoutOutbox()
    const attempts = [watching.watchRoom(request, context), watching.watchRoom(request, context)]
    const outcomes = Promise.allSettled(attempts)
    await eventually(async () => {
      const waiting = await database.query(
        `SELECT FROM pg_stat_activity WHERE wait_event = 'relation' AND query LIKE $1`,
        ['INSERT INTO outbox%'],
      )
      expect(waiting.rowCount).toBeGreaterThan(1)
    }).finally(release)
    expect(await outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    expect(await watchersOf(roomId)).toEqual(['Mara'])
    await watching.stopWatching({ roomId, connection: request.connection })
    const actions = () =>
      audited.filter(({ subjectId }) => subjectId === cups.cupOf(roomId)).map(({ action }) => action)
    await eventually(() => expect(actions().sort()).toEqual(['cups.watch-begin', 'cups.watch-end']))
  })

  test('is audited at the end of watching although PostgreSQL takes no writes', async () => {
    const { roomId } = await tie()
    const audited = await platform.audited()
    await judge(roomId, await cups.pass(roomId), `last-${roomId}`)
    const release = await withoutOutbox()
    try {
      await watching.stopWatching({ roomId, connection: connectionTo(`last-${roomId}`) })
      await eventually(() => {
        const ends = audited.filter(({ action, subjectId }) => {
          return action === 'cups.watch-end' && subjectId === cups.cupOf(roomId)
        })
        expect(ends).toMatchObject([{ actorId: 7, eventId: expect.stringContaining(`${roomId}.`) }])
      })
    } finally {
      await release()
    }
  })

  test('keeps the pass when all places are taken', async () => {
    const { roomId } = await tie()
    for (let at = 0; at < JUDGES_MAX; at += 1) await judge(roomId, await cups.pass(roomId), `judge-${at}-${roomId}`)
    const pass = await cups.pass(roomId, 'Nils')
    await expect(judge(roomId, pass)).rejects.toMatchObject({ reason: 'TOO_MANY_WATCHERS' })
    await watching.stopWatching({ roomId, connection: connectionTo(`judge-0-${roomId}`) })
    expect((await judge(roomId, pass)).watchers.map(({ name }) => name)).toEqual(['Mara', 'Nils'])
  })

  test('is admitted to rooms of cup ties only', async () => {
    const room = await platform.create(pod.client, newAccount())
    await expect(judge(room.id, await cups.pass(room.id))).rejects.toMatchObject({ reason: 'NOT_WATCHABLE' })
    await expect(judge(newId(), 'any')).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
  })
})

describe('a spectator', () => {
  test('is admitted while both players consent, and not before', async () => {
    const { roomId, ada, bob } = await tie()
    const [eve, refusal] = [newAccount(), { reason: 'NOT_WATCHABLE' }]
    await expect(spectate(roomId, eve)).rejects.toMatchObject(refusal)
    await allow(roomId, ada, true)
    await expect(spectate(roomId, eve)).rejects.toMatchObject(refusal)
    expect((await allow(roomId, bob, true)).spectatorConsents).toEqual([ada, bob])
    expect((await spectate(roomId, eve)).watchers).toMatchObject([{ accountId: eve, judge: false }])
  })

  test('is disconnected when a player withdraws the consent, unlike a judge', async () => {
    const { roomId, bob } = await tie({ consents: true })
    await judge(roomId, await cups.pass(roomId, 'Mara'))
    await spectate(roomId, newAccount())
    const room = await allow(roomId, bob, false)
    expect(room.watchers.map(({ name }) => name)).toEqual(['Mara'])
  })

  test('is disconnected when a consenting player leaves, and not admitted again with the player', async () => {
    const { roomId, ada } = await tie({ consents: true })
    await spectate(roomId, newAccount())
    await pod.client.leaveRoom({ commandId: newId(), roomId }, await platform.principal(ada))
    expect(await watchersOf(roomId)).toEqual([])
    const back = await platform.join(pod.client, ada, roomId)
    expect(back.spectatorConsents).not.toContain(ada)
    await expect(spectate(roomId, newAccount())).rejects.toMatchObject({ reason: 'NOT_WATCHABLE' })
  })

  test("is disconnected during a player's grace period and admitted only after a new consent", async () => {
    const { roomId, ada } = await tie({ consents: true })
    await spectate(roomId, newAccount())
    const { connection } = (await roomOf(roomId)).seats.find(({ accountId }) => accountId === ada) ?? {}
    const { gatewayId = '', socketId = '' } = connection ?? {}
    await pod.client.reportConnectionsLost({ gatewayId, lost: [{ roomId, accountId: ada, socketId }] })
    expect(await watchersOf(roomId)).toEqual([])
    await platform.join(pod.client, ada, roomId)
    await expect(spectate(roomId, newAccount())).rejects.toMatchObject({ reason: 'NOT_WATCHABLE' })
    await allow(roomId, ada, true)
    expect((await spectate(roomId, newAccount())).watchers).toHaveLength(1)
  })

  test('watches by one connection, which a new one replaces', async () => {
    const { roomId } = await tie({ consents: true })
    const eve = newAccount()
    await spectate(roomId, eve, { socketId: 'eve-1' })
    await rested(roomId, eve)
    const { watchers } = await spectate(roomId, eve, { socketId: 'eve-2' })
    expect(watchers.map(({ connection }) => connection?.socketId)).toEqual(['eve-2'])
  })

  test('may change the connection once in a while, over all pods, and may repeat a change', async () => {
    const { roomId } = await tie({ consents: true })
    const [eve, another] = [newAccount(), await platform.pod()]
    const elsewhere = createTestClient({
      definition: WatchingServiceService,
      address: `127.0.0.1:${another.service.ports.grpc}`,
    })
    const first = await spectate(roomId, eve, { socketId: 'eve-0' })
    const principal = await platform.principal(eve)
    const attempts = Array.from({ length: 24 }, (_, at) =>
      (at % 2 === 0 ? watching : elsewhere).watchRoom(
        { roomId, pass: '', connection: connectionTo(`eve-${at}`) },
        principal,
      ),
    )
    const results = await Promise.allSettled(attempts)
    elsewhere.close()
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { reason: string }] : [],
    )
    expect(new Set(refusals.map(({ reason }) => reason))).toEqual(new Set(['RATE_LIMITED']))
    expect((await roomOf(roomId)).version).toBe(first.version)
    const key = createKeys(platform.prefix).watchLimit(roomId, eve)
    const remainingMs = await platform.redis.pttl(key)
    expect(remainingMs).toBeGreaterThan(0)
    expect(remainingMs).toBeLessThanOrEqual(WATCH_CHANGE_MS)
  })

  test('is admitted when the request that changed the connection is repeated', async () => {
    const { roomId } = await tie({ consents: true })
    const eve = newAccount()
    const requestId = newId()
    // An attempt whose answer was too late.
    await createWatchLimit(platform.redis, createKeys(platform.prefix)).take(roomId, eve, requestId)
    const request = { roomId, pass: '', connection: connectionTo('eve-late') }
    const principal = await platform.principal(eve)
    await expect(watching.watchRoom(request, { ...principal, requestId: newId() })).rejects.toMatchObject({
      reason: 'RATE_LIMITED',
    })
    await watching.watchRoom(request, { ...principal, requestId })
    expect(await watchersOf(roomId)).toHaveLength(1)
  })

  test('is limited after stopping too, without limiting others', async () => {
    const { roomId } = await tie({ consents: true })
    const eve = newAccount()
    await spectate(roomId, eve)
    await watching.stopWatching({ roomId, connection: connectionTo(`socket-${eve}`) })
    await expect(spectate(roomId, eve)).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
    await spectate(roomId, newAccount())
    const other = await tie({ consents: true })
    await spectate(other.roomId, eve)
  })

  test('is rejected as a minor, banned, seated here or without a principal', async () => {
    const { roomId, ada } = await tie({ consents: true })
    const restrictions = [{ scope: 'rooms', untilMs: 0 }]
    const refused = async (attempt: Promise<Room>, reason: string): Promise<void> =>
      expect(attempt).rejects.toMatchObject({ reason })
    await refused(spectate(roomId, newAccount(), { ageConfirmed: false }), 'AGE_NOT_CONFIRMED')
    await refused(spectate(roomId, newAccount(), { restrictions }), 'BANNED_FROM_ROOMS')
    await refused(spectate(roomId, ada), 'NOT_WATCHABLE')
    await refused(
      watching.watchRoom({ roomId, pass: '', connection: connectionTo('nobody') }).then(given),
      'NOT_SIGNED_IN',
    )
    expect(await watchersOf(roomId)).toEqual([])
  })

  test('is rejected when banned despite an earlier principal', async () => {
    const { roomId } = await tie({ consents: true })
    const eve = newAccount()
    await spectate(roomId, eve)
    await watching.stopWatching({ roomId, connection: connectionTo(`socket-${eve}`) })
    const restrictions = [{ scope: 'rooms', untilMs: 0, reason: '', startsMs: 0, banId: 0 }]
    const event = messageOf(RestrictionsChanged, { eventId: newId(), accountId: eve, version: 1, restrictions })
    await platform.bus.publishEvent(
      subjects.eventRestrictionsChanged,
      event.eventId,
      RestrictionsChanged.encode(event).finish(),
    )
    await eventually(() => expect(spectate(roomId, eve)).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' }))
  })

  test('gets the refusal of missing consent when either one blocks the other', async () => {
    const { roomId, ada, bob } = await tie({ consents: true })
    const [eve, fay] = [newAccount(), newAccount()]
    await platform.nameInPublic(eve, bob)
    await blocks.blockPlayer({ accountId: eve }, await platform.principal(ada))
    await blocks.blockPlayer({ accountId: bob }, await platform.principal(fay))
    for (const unwelcome of [eve, fay]) {
      await expect(spectate(roomId, unwelcome)).rejects.toMatchObject({ reason: 'NOT_WATCHABLE' })
    }
  })

  test('is disconnected when a player blocks the spectator, while others stay', async () => {
    const { roomId, ada } = await tie({ consents: true })
    const [eve, fay] = [newAccount(), newAccount()]
    await judge(roomId, await cups.pass(roomId, 'Mara'), `judge-${roomId}`)
    await spectate(roomId, eve)
    await spectate(roomId, fay)
    const principal = await platform.principal(ada)
    await blocks.blockPlayer({ accountId: eve }, principal)
    const room = await roomOf(roomId)
    expect(room.watchers.map(({ accountId }) => accountId)).toEqual([0, fay])
    await eventually(() => expect(updatesOf(roomId).at(-1)?.version).toBe(room.version))
    await blocks.blockPlayer({ accountId: eve }, principal)
    expect((await roomOf(roomId)).version).toBe(room.version)
    await rested(roomId, eve)
    await expect(spectate(roomId, eve)).rejects.toMatchObject({ reason: 'NOT_WATCHABLE' })
  })

  test('is disconnected when the spectator blocks a player', async () => {
    const { roomId, bob } = await tie({ consents: true })
    const eve = newAccount()
    await spectate(roomId, eve)
    await blocks.blockPlayer({ accountId: bob }, await platform.principal(eve))
    expect((await roomOf(roomId)).watchers).toEqual([])
  })

  test('stays when blocked by a player who sits in another room, or in none', async () => {
    const { roomId, ada } = await tie({ consents: true })
    const { ada: other } = await tie({ consents: true })
    const eve = newAccount()
    await spectate(roomId, eve)
    await platform.nameInPublic(eve)
    for (const blocker of [other, newAccount()]) {
      await blocks.blockPlayer({ accountId: eve }, await platform.principal(blocker))
    }
    const stranger = newAccount()
    await platform.nameInPublic(stranger)
    await blocks.blockPlayer({ accountId: stranger }, await platform.principal(ada))
    expect((await roomOf(roomId)).watchers.map(({ accountId }) => accountId)).toEqual([eve])
  })

  test('is rejected beyond the limit under concurrent requests', async () => {
    const { roomId } = await tie({ consents: true })
    const crowd = Array.from({ length: 25 }, newAccount)
    const results = await Promise.allSettled(crowd.map((accountId) => spectate(roomId, accountId)))
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { reason: string }] : [],
    )
    expect(results.length - refusals.length).toBe(SPECTATORS_MAX)
    expect(new Set(refusals.map(({ reason }) => reason))).toEqual(new Set(['TOO_MANY_WATCHERS']))
    expect(await watchersOf(roomId)).toHaveLength(SPECTATORS_MAX)
  })
})

describe('a consent', () => {
  test('is accepted only from players seated in the room of a tie', async () => {
    const { roomId } = await tie()
    await expect(allow(roomId, newAccount(), true)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(allow(newId(), newAccount(), true)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    const ada = newAccount()
    const { id } = await platform.create(pod.client, ada)
    await expect(allow(id, ada, true)).rejects.toMatchObject({ reason: 'NOT_WATCHABLE' })
  })

  test('is idempotent', async () => {
    const { roomId, ada } = await tie()
    const first = await allow(roomId, ada, true)
    expect(await allow(roomId, ada, true)).toEqual(first)
  })
})

describe('a watcher whose connection is lost', () => {
  test('is disconnected immediately', async () => {
    const { roomId } = await tie({ consents: true })
    const eve = newAccount()
    await spectate(roomId, eve, { socketId: 'lost' })
    await judge(roomId, await cups.pass(roomId), 'also-lost')
    const lost = [
      { roomId, accountId: eve, socketId: 'lost' },
      { roomId, accountId: 0, socketId: 'also-lost' },
    ]
    await pod.client.reportConnectionsLost({ gatewayId: 'gateway-1', lost })
    expect(await watchersOf(roomId)).toEqual([])
    expect((await roomOf(roomId)).seats.every(({ graceDeadlineMs }) => graceDeadlineMs === 0)).toBe(true)
  })

  test("is disconnected with its whole gateway once the gateway's lease is over", async () => {
    const { roomId } = await tie({ consents: true })
    const quick = await platform.pod({}, { GATEWAY_LEASE_MS: '300' })
    const gatewayId = `silent-${roomId}`
    await spectate(roomId, newAccount(), { gatewayId })
    await quick.client.renewGateway({ gatewayId })
    await eventually(async () => expect(await watchersOf(roomId)).toEqual([]), 15_000)
    await quick.kill()
  })
})

describe('a change of the watchers', () => {
  test('is published without a change of seats', async () => {
    const { roomId, ada, bob } = await tie()
    await allow(roomId, ada, true)
    await allow(roomId, bob, true)
    const { version } = await spectate(roomId, newAccount(), { socketId: 'received' })
    await eventually(() => expect(updatesOf(roomId).at(-1)?.version).toBe(version))
    expect(
      updatesOf(roomId)
        .map(({ spectatorConsents, watchers }) => [spectatorConsents.length, watchers.length])
        .slice(-3),
    ).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
    ])
  })

  test('a room without players closes despite its watchers', async () => {
    const { roomId, ada, bob } = await tie()
    await judge(roomId, await cups.pass(roomId))
    for (const accountId of [ada, bob]) {
      await pod.client.leaveRoom({ commandId: newId(), roomId }, await platform.principal(accountId))
    }
    await expect(roomOf(roomId)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await eventually(() => expect(updates.filter((one) => one.roomId === roomId).at(-1)?.closedReason).toBe('empty'))
    expect(await watching.stopWatching({ roomId, connection: connectionTo('any') })).toEqual({})
  })
})
