import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createMetrics, createRedis, newId, type Redis } from '@kla/chassis'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createRestrictionStore, createSeatPointers, type SeatPointers } from '../../src/seats/account-store.js'
import { createRoomsMetrics } from '../../src/seats/metrics.js'
import { createOpenReserved, type OpenReserved, type ReservedRoom } from '../../src/seats/open-reserved.js'
import { createOutbox } from '../../src/seats/outbox-store.js'
import { createRoomStore, type RoomStore } from '../../src/seats/room-store.js'
import { createRooms, type Rooms } from '../../src/seats/rooms.js'
import { createPublisher } from '../../src/seats/updates.js'
import { createKeys } from '../../src/shared/redis.js'
import { createLocalBus } from '../matchmaking/world/local-bus.js'
import { newAccount, testIncidents as incidents } from '../platform.js'

interface Pod {
  readonly rooms: Rooms
  readonly pointers: SeatPointers
  readonly open: OpenReserved
}

const GRACE_MS = 60_000
const prefix = `${uniqueName('reserved')}:`
const keys = createKeys(prefix)
let redis: Redis

beforeAll(() => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
})
afterAll(async () => {
  for await (const found of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    if ((found as string[]).length > 0) await redis.del(...(found as string[]))
  }
  redis.disconnect()
})

/** A pod; what is given takes the place of the real thing. */
function podWith(changed: { store?: Partial<RoomStore>; pointers?: Partial<SeatPointers> } = {}): Pod {
  const log = quietLogger()
  const pointers = { ...createSeatPointers(redis, keys), ...changed.pointers }
  const store = { ...createRoomStore(redis, keys), ...changed.store }
  const publisher = createPublisher({ bus: createLocalBus().bus().bus, outbox: createOutbox(redis, keys), log })
  const metrics = createRoomsMetrics(createMetrics('rooms'))
  const rooms = createRooms({
    store,
    pointers,
    recordMeetings: async () => undefined,
    countLapse: async () => undefined,
    publisher,
    graceMs: GRACE_MS,
    metrics,
    log,
    incidents,
  })
  return { rooms, pointers, open: createOpenReserved({ rooms, pointers }) }
}

const wantedFor = (...accountIds: number[]): ReservedRoom => ({
  roomId: newId(),
  name: 'Quick match',
  mode: 'rush',
  category: 'default',
  origin: 'match',
  tie: null,
  players: accountIds.map((accountId) => ({
    person: { accountId, username: `player${accountId}`, discordId: '', avatar: '' },
    connection: { socketId: `socket-${accountId}`, gatewayId: 'gateway-1' },
  })),
})

const seatsOf = async ({ rooms }: Pod, roomId: string): Promise<number[] | undefined> =>
  (await rooms.load(roomId)).room?.seats.map(({ accountId }) => accountId)

let pod: Pod
let ada: number
let bob: number
beforeEach(() => {
  pod = podWith()
  ;[ada, bob] = [newAccount(), newAccount()]
})

const sit = async (accountId: number): Promise<string> => {
  const { roomId, players } = wantedFor(accountId)
  const opened = await pod.open({ ...wantedFor(accountId), roomId })
  if (opened.kind !== 'opened' || !players[0]) throw new Error('no seat')
  await pod.rooms.execute(roomId, { kind: 'resume', accountId, connection: players[0].connection })
  return roomId
}

describe('a reserved room', () => {
  test('has a seat in its grace period for each player', async () => {
    const wanted = wantedFor(ada, bob)
    const opened = await pod.open(wanted)
    expect(opened).toMatchObject({ kind: 'opened', room: { id: wanted.roomId, reservedFor: [ada, bob] } })
    const { room, nowMs } = await pod.rooms.load(wanted.roomId)
    for (const seat of room?.seats ?? []) expect(seat.graceDeadlineMs).toBeGreaterThan(nowMs)
    expect(await seatsOf(pod, wanted.roomId)).toEqual([ada, bob])
    expect(await pod.pointers.find(bob)).toMatchObject({ roomId: wanted.roomId })
  })

  test.each([0, 1])('is not opened if player %p has a seat in use in another room', async (at) => {
    const seated = [ada, bob][at] as number
    const elsewhere = await sit(seated)
    const wanted = wantedFor(ada, bob)
    expect(await pod.open(wanted)).toEqual({ kind: 'refused', accountId: seated, reason: 'ALREADY_SEATED' })
    expect(await seatsOf(pod, wanted.roomId)).toBeUndefined()
    expect(await seatsOf(pod, elsewhere)).toEqual([seated])
    const free = seated === ada ? bob : ada
    expect(await pod.pointers.find(free)).toBeUndefined()
  })

  test('is not opened if rooms are closed to a player', async () => {
    await createRestrictionStore(redis, keys).setBan(bob, 1, Number.MAX_SAFE_INTEGER)
    const refused = await pod.open(wantedFor(ada, bob))
    expect(refused).toEqual({ kind: 'refused', accountId: bob, reason: 'BANNED_FROM_ROOMS' })
    expect(await pod.pointers.find(ada)).toBeUndefined()
  })

  test('replaces a seat in its grace period in another room', async () => {
    const left = wantedFor(ada)
    await pod.open(left)
    const wanted = wantedFor(ada, bob)
    expect(await pod.open(wanted)).toMatchObject({ kind: 'opened' })
    expect(await seatsOf(pod, left.roomId)).toBeUndefined()
    expect(await seatsOf(pod, wanted.roomId)).toEqual([ada, bob])
  })
})

describe('opening it again', () => {
  test('resolves to the same room, sequentially and concurrently', async () => {
    const wanted = wantedFor(ada, bob)
    const pods = [pod, podWith(), podWith()]
    const opened = await Promise.all([...pods, ...pods].map(({ open }) => open(wanted)))
    for (const one of opened) expect(one).toMatchObject({ kind: 'opened', room: { id: wanted.roomId } })
    expect((await pod.open(wanted)).kind).toBe('opened')
    expect((await pod.rooms.load(wanted.roomId)).room?.version).toBe(1)
    expect(await seatsOf(pod, wanted.roomId)).toEqual([ada, bob])
  })

  test('does not seat a player again who has left', async () => {
    const wanted = wantedFor(ada, bob)
    await pod.open(wanted)
    await pod.rooms.execute(wanted.roomId, { kind: 'leave', accountId: ada })
    await pod.open(wanted)
    expect(await seatsOf(pod, wanted.roomId)).toEqual([bob])
    await pod.rooms.execute(wanted.roomId, { kind: 'leave', accountId: bob })
    await pod.open(wanted)
    expect(await seatsOf(pod, wanted.roomId)).toBeUndefined()
  })

  test('resolves to the room even when its answer has expired', async () => {
    const wanted = wantedFor(ada, bob)
    await pod.open(wanted)
    await redis.del(keys.answer(wanted.roomId.slice(-1), `open:${wanted.roomId}`))
    expect((await pod.open(wanted)).kind).toBe('opened')
    expect((await pod.rooms.load(wanted.roomId)).room?.version).toBe(1)
  })
})

describe('a pod that dies', () => {
  const gone = (): Promise<never> => Promise.reject(new Error('the process is gone'))

  test('with claims locks the players out for two seconds at most', async () => {
    const wanted = wantedFor(ada, bob)
    await expect(podWith({ store: { commit: gone } }).open(wanted)).rejects.toThrow('gone')
    expect(await pod.pointers.find(ada)).toMatchObject({ pending: true })
    await eventually(async () => expect((await pod.open(wanted)).kind).toBe('opened'), 10_000)
    expect(await seatsOf(pod, wanted.roomId)).toEqual([ada, bob])
  })

  test('between two claims leaves no player seated', async () => {
    const real = createSeatPointers(redis, keys)
    const claim: SeatPointers['claim'] = (accountId, ...rest) =>
      accountId === bob ? gone() : real.claim(accountId, ...rest)
    const dying = podWith({ pointers: { claim } })
    const wanted = wantedFor(ada, bob)
    await expect(dying.open(wanted)).rejects.toThrow('gone')
    expect(await seatsOf(pod, wanted.roomId)).toBeUndefined()
    await eventually(async () => expect((await pod.open(wantedFor(ada))).kind).toBe('opened'), 10_000)
  })

  test('after the commit leaves an open room for a repeat', async () => {
    const real = createRoomStore(redis, keys)
    const commit: RoomStore['commit'] = async (change) => {
      await real.commit(change)
      return gone()
    }
    const wanted = wantedFor(ada, bob)
    await expect(podWith({ store: { commit } }).open(wanted)).rejects.toThrow('gone')
    expect((await pod.open(wanted)).kind).toBe('opened')
    expect((await pod.rooms.load(wanted.roomId)).room?.version).toBe(1)
  })
})

test('an expired claim takes no seat: the room is opened under new claims', async () => {
  const real = createSeatPointers(redis, keys)
  let late = true
  const claim: SeatPointers['claim'] = async (...wanted) => {
    const claimed = await real.claim(...wanted)
    if (!late || claimed.kind !== 'claimed') return claimed
    late = false
    return { kind: 'claimed', notAfterMs: 1 }
  }
  const wanted = wantedFor(ada, bob)
  expect((await podWith({ pointers: { claim } }).open(wanted)).kind).toBe('opened')
  expect(late).toBe(false)
  expect(await seatsOf(pod, wanted.roomId)).toEqual([ada, bob])
  expect((await pod.rooms.load(wanted.roomId)).room?.version).toBe(1)
})
