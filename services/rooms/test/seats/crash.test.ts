import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Bus, newId } from '@kla/chassis'
import { SeatsChanged, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Commit, Committed, RoomStore } from '../../src/seats/room-store.js'
import type { Room } from '../../src/shared/rules/room.js'
import { createPlatform, newAccount, ordinaryRoom, type Platform, realBus } from '../platform.js'

let platform: Platform
beforeEach(async () => {
  platform = await createPlatform()
})
afterEach(() => platform.stop())

/** A bus of a process that dies before it has published anything. */
const dyingBus = (real: Bus): Bus => ({
  ...real,
  publish: () => {
    throw new Error('the process is gone')
  },
  publishEvent: () => Promise.reject(new Error('the process is gone')),
})

/** A bus that writes down the events that JetStream has acknowledged. */
function recordingBus(real: Bus): { bus: Bus; events: SeatsChanged[] } {
  const events: SeatsChanged[] = []
  const publishEvent: Bus['publishEvent'] = async (subject, id, data) => {
    await real.publishEvent(subject, id, data)
    if (subject === subjects.eventSeatsFreed || subject === subjects.eventSeatsKept)
      events.push(SeatsChanged.decode(data))
  }
  return { bus: { ...real, publishEvent }, events }
}

describe('a pod that dies', () => {
  test('after the commit leaves its updates to another pod, which publishes them in order', async () => {
    const dying = await platform.pod({ bus: dyingBus(await realBus()) })
    const [ada, bob] = [newAccount(), newAccount()]
    const updates = await platform.updates()
    const room = await platform.create(dying.client, ada)
    const { version } = await platform.join(dying.client, bob, room.id)
    const received = (): (number | undefined)[] =>
      updates.filter(({ roomId }) => roomId === room.id).map(({ room: now }) => now?.version)
    expect(received()).toEqual([])
    await dying.kill()

    const { bus, events } = recordingBus(await realBus())
    await platform.pod({ bus })
    await eventually(() => expect(received()).toEqual([1, version]))
    await eventually(() => expect(events.map(({ eventId }) => eventId)).toEqual([`${room.id}.${version}`]))
    expect(events.map(({ update }) => update)).toEqual(
      updates.filter(({ roomId, room: now }) => roomId === room.id && now?.version === version),
    )
    const shard = `${platform.prefix}{s${room.id.slice(-1)}}`
    await eventually(async () => expect(await platform.redis.exists(`${shard}:pending:${room.id}`)).toBe(0))
    await eventually(async () => expect(await platform.redis.zscore(`${shard}:unpublished`, room.id)).toBeNull())
  })

  test('after the commit leaves the answer for a repeat', async () => {
    const dying = await platform.pod({
      roomStore: (real) => ({
        ...real,
        commit: async (commit) => {
          await real.commit(commit)
          throw new Error('the process is gone')
        },
      }),
    })
    const living = await platform.pod()
    const [ada, commandId] = [newAccount(), newId()]
    await expect(platform.create(dying.client, ada, { commandId })).rejects.toMatchObject({ reason: 'INTERNAL' })
    const room = await platform.create(living.client, ada, { commandId })
    expect(room.seats.map(({ accountId }) => accountId)).toEqual([ada])
    expect((await living.client.listRooms({ limit: 0 })).rooms.map(({ id }) => id)).toEqual([room.id])
  })

  test('between claim and commit locks the account out for two seconds at most', async () => {
    const dying = await platform.pod({ roomStore: (real) => ({ ...real, commit: neverCommits }) })
    const living = await platform.pod()
    const ada = newAccount()
    await expect(platform.create(dying.client, ada)).rejects.toMatchObject({ reason: 'INTERNAL' })
    expect(await platform.redis.exists(`${platform.prefix}seat:{${ada}}`)).toBe(1)
    await eventually(() => platform.create(living.client, ada), 10_000)
  })

  test('between leaving and releasing the pointer does not lock the account out', async () => {
    const { client } = await platform.pod()
    const ada = newAccount()
    const room = await platform.create(client, ada)
    const pointer = `${platform.prefix}seat:{${ada}}`
    const held = await platform.redis.hgetall(pointer)
    await client.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(ada))
    expect(await platform.redis.exists(pointer)).toBe(0)
    await platform.redis.hset(pointer, held)
    await eventually(() => platform.create(client, ada), 10_000)
  })
})

describe('a late commit', () => {
  test('takes no seat once another pod may have claimed it', async () => {
    const claimed = signal()
    const taken = signal()
    const results: Committed[] = []
    const stalling = await platform.pod({
      roomStore: (real) => ({
        ...real,
        commit: async (commit) => {
          claimed.give()
          await taken.given
          const result = await real.commit(commit)
          results.push(result)
          return result
        },
      }),
    })
    const living = await platform.pod()
    const ada = newAccount()
    // One try, given up before the claim runs out: no one asks the stalling pod again.
    const asked = stalling.client.createRoom(ordinaryRoom(ada), { ...(await platform.principal(ada)), deadlineMs: 500 })
    const [given] = await Promise.allSettled([asked, claimed.given])
    expect(given).toMatchObject({ status: 'rejected', reason: { reason: 'UNAVAILABLE' } })
    const room = await eventually(() => platform.create(living.client, ada), 10_000)
    taken.give()
    await eventually(() => expect(results).toEqual([{ kind: 'late' }]))
    expect((await living.client.listRooms({ limit: 0 })).rooms.map(({ id }) => id)).toEqual([room.id])
  })

  test('does not reopen a closed room', async () => {
    let store: RoomStore | undefined
    const { client } = await platform.pod({ roomStore: (real) => (store = real) })
    const ada = newAccount()
    const room = await platform.create(client, ada)
    const loaded = await store?.load(room.id)
    if (!store || !loaded?.room) throw new Error('the room is not stored')
    await client.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(ada))
    const places = { deadlineMs: undefined, listRank: undefined, gateways: [], isPlaying: false }
    const effects = {
      ...places,
      was: places,
      listChanged: false,
      freed: [],
      gatewaysLeft: [],
      roomsDelta: 0,
      seatsDelta: 0,
    }
    const later: Room = { ...loaded.room, version: 9 }
    const late = (before: Room | undefined): Commit => ({
      before,
      changed: { room: later, changes: [], closedReason: '' },
      effects,
      messages: [],
    })
    await expect(store.commit(late(loaded.room))).resolves.toEqual({ kind: 'conflict' })
    await expect(store.commit(late(undefined))).resolves.toEqual({ kind: 'conflict' })
  })
})

describe('NATS', () => {
  test('can be down: commands are answered, and updates are published once it is back', async () => {
    const real = await realBus()
    let away = true
    const bus: Bus = {
      ...real,
      connected: () => !away && real.connected(),
      publish: (subject, data) => {
        if (!away) real.publish(subject, data)
      },
      publishEvent: (subject, id, data) =>
        away ? Promise.reject(new Error('no server')) : real.publishEvent(subject, id, data),
    }
    const { client } = await platform.pod({ bus })
    const updates = await platform.updates()
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(client, ada)
    const joined = await platform.join(client, bob, room.id)
    expect(joined.seats).toHaveLength(2)
    expect(updates.filter(({ roomId }) => roomId === room.id)).toEqual([])
    away = false
    await eventually(() =>
      expect(updates.filter(({ roomId }) => roomId === room.id).map(({ room: now }) => now?.version)).toEqual([
        1,
        joined.version,
      ]),
    )
  })
})

const neverCommits: RoomStore['commit'] = () => Promise.reject(new Error('the process is gone'))

function signal(): { given: Promise<void>; give(): void } {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}
