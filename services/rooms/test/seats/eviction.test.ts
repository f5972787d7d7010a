import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createMetrics, newId } from '@kla/chassis'
import { AgeChanged, RestrictionsChanged, type RoomUpdate, SeatChangeKind, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, redeliverAll } from '@kla/testkit'
import { createSeatPointers } from '../../src/seats/account-store.js'
import { createEviction } from '../../src/seats/evict.js'
import { createRoomsMetrics } from '../../src/seats/metrics.js'
import { createOutbox } from '../../src/seats/outbox-store.js'
import { createRoomStore, type RoomStore } from '../../src/seats/room-store.js'
import { createRooms } from '../../src/seats/rooms.js'
import { createPublisher } from '../../src/seats/updates.js'
import { createKeys } from '../../src/shared/redis.js'
import {
  connectionOf,
  createPlatform,
  given,
  newAccount,
  type Platform,
  type RoomsClient,
  testIncidents,
} from '../platform.js'

let platform: Platform
let one: RoomsClient
let other: RoomsClient
let updates: RoomUpdate[]

beforeAll(async () => {
  platform = await createPlatform()
  one = (await platform.pod()).client
  other = (await platform.pod()).client
  updates = await platform.updates()
})
afterAll(() => platform.stop())

/** The event that auth publishes. */
const ban = (accountId: number, version: number, scope?: string, untilMs = 0): Promise<void> => {
  const eventId = newId()
  const restrictions = scope === undefined ? [] : [{ scope, untilMs, reason: 'Threats', banId: 1 }]
  const payload = RestrictionsChanged.encode({ eventId, accountId, version, restrictions }).finish()
  return platform.bus.publishEvent(subjects.eventRestrictionsChanged, eventId, payload)
}

/** Resolves when pods have handled an event of this account that says until when rooms are closed to it. */
const handled = (accountId: number, version: number): Promise<unknown> =>
  eventually(async () => {
    const bar = await platform.redis.hgetall(`${platform.prefix}bar:{${accountId}}`)
    return bar['version'] === String(version)
  })

/** The room in which an account has a seat: its pointer names one, and the room knows whether that is true. */
const ownRoom = async (client: RoomsClient, accountId: number) => {
  const roomId = await platform.redis.hget(`${platform.prefix}seat:{${accountId}}`, 'roomId')
  if (roomId === null) return undefined
  const { room } = await client.getRoom({ roomId }).catch((error: { reason?: string }) => {
    if (error.reason !== 'ROOM_NOT_FOUND') throw error
    return { room: undefined }
  })
  return room?.seats.some((seat) => seat.accountId === accountId) ? room : undefined
}

describe('a ban', () => {
  test.each(['global', 'rooms'])('from %s frees the seat within a second, as if the player had left', async (scope) => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    const sinceMs = Date.now()
    await ban(ada, 1, scope)
    await eventually(() =>
      expect(updates.filter(({ roomId }) => roomId === room.id).at(-1)).toMatchObject({
        closedReason: '',
        room: { seats: [{ accountId: bob }] },
        changes: [{ kind: SeatChangeKind.LEFT, seat: { accountId: ada } }],
      }),
    )
    expect(Date.now() - sinceMs).toBeLessThan(1_000)
    // Told again it does nothing.
    await ban(ada, 1, scope)
    await ban(bob, 1, scope)
    await eventually(() =>
      expect(updates.filter(({ roomId }) => roomId === room.id).at(-1)?.closedReason).toBe('empty'),
    )
    expect(updates.filter(({ roomId }) => roomId === room.id)).toHaveLength(4)
  })

  test('frees a seat in its grace period as well', async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada)
    await one.reportConnectionsLost({
      gatewayId: 'gateway-1',
      lost: [{ roomId: room.id, accountId: ada, socketId: `socket-${ada}` }],
    })
    await ban(ada, 1, 'global')
    await eventually(() => expect(one.getRoom({ roomId: room.id })).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' }))
  })

  test('from chat frees no seat', async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada)
    await ban(ada, 1, 'chat')
    await handled(ada, 1)
    expect(given(await one.getRoom({ roomId: room.id })).seats).toHaveLength(1)
  })

  test('overrides a principal signed before it, until it is lifted', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, bob)
    await ban(ada, 1, 'rooms')
    await handled(ada, 1)
    const refused = { reason: 'BANNED_FROM_ROOMS' }
    const commandId = newId()
    await expect(platform.create(one, ada)).rejects.toMatchObject(refused)
    await expect(platform.join(other, ada, room.id, { commandId })).rejects.toMatchObject(refused)
    await ban(ada, 2)
    await handled(ada, 2)
    // Also the very command that was refused: a ban is no answer to it.
    await expect(platform.join(other, ada, room.id, { commandId })).resolves.toMatchObject({ id: room.id })
  })

  test('ends at its time without an event', async () => {
    const ada = newAccount()
    await ban(ada, 1, 'rooms', Date.now() + 2_500)
    await handled(ada, 1)
    await expect(platform.create(one, ada)).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' })
    await eventually(() => platform.create(one, ada))
  })

  test('has no effect when it was over or lifted before its event arrived', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await ban(ada, 3)
    await ban(bob, 1, 'global', Date.now() - 1)
    await Promise.all([handled(ada, 3), handled(bob, 1)])
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    await ban(ada, 2, 'global')
    await ban(ada, 4, 'chat')
    await handled(ada, 4)
    expect(given(await one.getRoom({ roomId: room.id })).seats).toHaveLength(2)
  })
})

describe('the consumer of bans', () => {
  const durable = (): string => platform.prefix.slice(0, -1)

  test('frees no seat again when its durable consumer is lost and every event is redelivered', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await ban(ada, 1, 'rooms')
    await ban(ada, 2)
    await handled(ada, 2)
    const room = await platform.create(one, ada)
    const joined = await platform.join(one, bob, room.id)
    await redeliverAll(infrastructure().natsUrl, durable())
    expect(given(await one.getRoom({ roomId: room.id }))).toEqual(joined)
    await ban(bob, 1, 'rooms')
    await eventually(async () => expect(given(await one.getRoom({ roomId: room.id })).seats).toHaveLength(1))
  }, 40_000)
})

describe('a player who is sitting down during a ban', () => {
  /** A pod whose commits wait. `committing`: the first one is about to. */
  const slowPod = async (until: () => Promise<unknown>) => {
    let reached = (): void => undefined
    const committing = new Promise<void>((resolve) => (reached = resolve))
    const roomStore = (real: RoomStore): RoomStore => ({
      ...real,
      commit: async (commit) => {
        reached()
        await until()
        return real.commit(commit)
      },
    })
    return { client: (await platform.pod({ roomStore })).client, committing }
  }

  test('loses the seat taken under an earlier claim', async () => {
    const ada = newAccount()
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    const { client, committing } = await slowPod(() => opened)
    const creating = platform.create(client, ada)
    await committing
    await ban(ada, 1, 'rooms')
    await handled(ada, 1)
    open()
    const room = await creating
    expect(room.seats).toMatchObject([{ accountId: ada }])
    await eventually(() => expect(one.getRoom({ roomId: room.id })).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' }))
  })

  test('is rejected when the claim has expired', async () => {
    const ada = newAccount()
    const claimUntil = async (): Promise<number> =>
      Number(await platform.redis.hget(`${platform.prefix}seat:{${ada}}`, 'untilMs'))
    const { client, committing } = await slowPod(() => eventually(async () => (await claimUntil()) < Date.now()))
    const creating = platform.create(client, ada)
    const outcome = expect(creating).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' })
    await committing
    await ban(ada, 1, 'rooms')
    await outcome
    expect(await ownRoom(one, ada)).toBeUndefined()
  })

  test('does not stay seated in either order', async () => {
    const accounts = Array.from({ length: 40 }, newAccount)
    const outcomes = await Promise.all(
      accounts.map(async (account, index) => {
        if (index % 3 === 0) void ban(account, 1, 'rooms')
        const seated = platform.create(index % 2 === 0 ? one : other, account).then(
          () => 'seated',
          (error: { reason: string }) => error.reason,
        )
        if (index % 3 !== 0) void ban(account, 1, 'rooms')
        return seated
      }),
    )
    expect(new Set([...outcomes, 'seated', 'BANNED_FROM_ROOMS'])).toEqual(new Set(['seated', 'BANNED_FROM_ROOMS']))
    await Promise.all(accounts.map((account) => handled(account, 1)))
    await eventually(async () => {
      const rooms = await Promise.all(accounts.map((account) => ownRoom(one, account)))
      expect(rooms.filter((room) => room !== undefined)).toEqual([])
    })
    for (const account of accounts.slice(0, 4)) {
      await expect(platform.create(one, account)).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' })
    }
  })

  test('does not stay seated by resuming concurrently', async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada)
    const principal = await platform.principal(ada)
    const resuming = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other)
        .resumeSeat({ roomId: room.id, connection: connectionOf(ada, `again-${index}`) }, principal)
        .catch(() => undefined),
    )
    await ban(ada, 1, 'global')
    await Promise.all(resuming)
    await eventually(async () => expect(await ownRoom(one, ada)).toBeUndefined())
  })
})

test('a pod that dies while a player sits down does not delay other bans', async () => {
  const [ada, bob] = [newAccount(), newAccount()]
  const dying = await platform.pod({
    roomStore: (real) => ({ ...real, commit: () => Promise.reject(new Error('the process is gone')) }),
  })
  await expect(platform.create(dying.client, ada)).rejects.toMatchObject({ reason: 'INTERNAL' })
  await dying.kill()
  const room = await platform.create(one, bob)
  await ban(ada, 1, 'rooms')
  await handled(ada, 1)
  await ban(bob, 1, 'rooms')
  const sinceMs = Date.now()
  await eventually(() => expect(one.getRoom({ roomId: room.id })).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' }))
  expect(Date.now() - sinceMs).toBeLessThan(1_000)
})

describe('a locked age verdict', () => {
  const age = (accountId: number, revision: number, locked: boolean): Promise<void> => {
    const eventId = newId()
    const payload = AgeChanged.encode({ eventId, accountId, revision, locked }).finish()
    return platform.bus.publishEvent(subjects.eventAgeChanged, eventId, payload)
  }
  const known = (accountId: number, revision: number): Promise<unknown> =>
    eventually(async () => {
      const bar = await platform.redis.hgetall(`${platform.prefix}bar:{${accountId}}`)
      return bar['ageRevision'] === String(revision)
    })

  test('frees the seat within a second, and overrides an earlier principal', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    const sinceMs = Date.now()
    await age(ada, 1, true)
    await eventually(() =>
      expect(updates.filter(({ roomId }) => roomId === room.id).at(-1)).toMatchObject({
        changes: [{ kind: SeatChangeKind.LEFT, seat: { accountId: ada } }],
      }),
    )
    expect(Date.now() - sinceMs).toBeLessThan(1_000)
    const refused = { reason: 'AGE_NOT_CONFIRMED' }
    const commandId = newId()
    await expect(platform.create(other, ada)).rejects.toMatchObject(refused)
    await expect(platform.join(one, ada, room.id, { commandId })).rejects.toMatchObject(refused)
    await age(ada, 2, false)
    await known(ada, 2)
    await expect(platform.join(one, ada, room.id, { commandId })).resolves.toMatchObject({ id: room.id })
    // An event that comes late changes nothing.
    await age(ada, 1, true)
    await ban(ada, 1, 'chat')
    await handled(ada, 1)
    expect(given(await one.getRoom({ roomId: room.id })).seats).toHaveLength(2)
  })

  test('frees the seat while Redis has no memory, as a ban does', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    await platform.redis.config('SET', 'maxmemory', '1')
    try {
      await age(ada, 1, true)
      await ban(bob, 1, 'rooms')
      await eventually(() =>
        expect(updates.filter(({ roomId }) => roomId === room.id).at(-1)?.closedReason).toBe('empty'),
      )
    } finally {
      await platform.redis.config('SET', 'maxmemory', '0')
    }
  })

  test.each(['before', 'while'])(
    'leaves a seat taken since, when it is lifted %s a slow pod frees the seat',
    async (moment) => {
      const ada = newAccount()
      const bob = newAccount()
      const room = await platform.create(one, bob)
      await platform.join(one, ada, room.id)
      const keys = createKeys(platform.prefix)
      const stored = createRoomStore(platform.redis, keys)
      const pointers = createSeatPointers(platform.redis, keys)
      let refusal: 'AGE_NOT_CONFIRMED' | undefined
      let isBack = false
      const comeBack = async (): Promise<void> => {
        if (isBack) return
        isBack = true
        await one.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(ada))
        refusal = undefined
        await platform.join(one, ada, room.id)
      }
      const rooms = createRooms({
        store: {
          ...stored,
          async commit(change) {
            if (moment === 'while') await comeBack()
            return stored.commit(change)
          },
        },
        pointers,
        incidents: testIncidents,
        recordMeetings: async () => undefined,
        countLapse: async () => undefined,
        publisher: createPublisher({
          bus: platform.bus,
          outbox: createOutbox(platform.redis, keys),
          log: quietLogger(),
        }),
        graceMs: 60_000,
        metrics: createRoomsMetrics(createMetrics('rooms')),
        log: quietLogger(),
      })
      const eviction = createEviction({
        restrictions: {
          setBan: async () => false,
          setName: async () => undefined,
          async setAgeLock() {
            refusal = 'AGE_NOT_CONFIRMED'
            return true
          },
          findRefusal: async () => refusal,
        },
        pointers: {
          async find(accountId) {
            if (moment === 'before') await comeBack()
            return pointers.find(accountId)
          },
        },
        rooms,
        endSearch: async () => undefined,
        metrics: createRoomsMetrics(createMetrics('rooms')),
      })
      await eviction.applyAgeLock({ accountId: ada, revision: 1, locked: true })
      expect(given(await one.getRoom({ roomId: room.id })).seats).toMatchObject([
        { accountId: bob },
        { accountId: ada },
      ])
    },
  )

  test('and a ban do not lift each other', async () => {
    const ada = newAccount()
    await age(ada, 1, true)
    await ban(ada, 1, 'rooms')
    await Promise.all([known(ada, 1), handled(ada, 1)])
    await ban(ada, 2)
    await handled(ada, 2)
    await expect(platform.create(one, ada)).rejects.toMatchObject({ reason: 'AGE_NOT_CONFIRMED' })
  })
})
