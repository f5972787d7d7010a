import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRedis, KlaError, newId, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createPairRoom } from '../../src/pairing/index.js'
import type { PeerSession } from '../../src/pairing/rules.js'
import { createSessionStore, type SessionStore } from '../../src/pairing/store.js'
import type { RoomSnapshot } from '../../src/shared/rules.js'

const seat = (accountId: number, socketId: string) => ({
  accountId,
  socketId,
  name: '',
  takenAtMs: accountId,
  connected: true,
})
const both = (version: number, a = 'a', b = 'b'): RoomSnapshot => ({
  version,
  seats: [seat(1, a), seat(2, b)],
  watchers: [],
})

let redis: Redis
let store: SessionStore
const prefix = `${uniqueName('pairing')}:`

beforeAll(() => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  store = createSessionStore(redis, prefix)
})
afterAll(async () => {
  const keys = await redis.keys(`${prefix}*`)
  if (keys.length > 0) await redis.del(...keys)
  await redis.quit()
})

/** A pod that records what it publishes, and dies instead on demand. */
const pod = (over: SessionStore = store) => {
  const published: number[] = []
  const state = { dies: false }
  const publish = (_roomId: string, session: PeerSession): void => {
    if (state.dies) throw new Error('the pod is gone')
    published.push(session.generation)
  }
  return {
    published,
    state,
    pairRoom: createPairRoom({
      store: over,
      policies: { players: 'all', watchers: 'all' },
      publish,
      watched: async () => undefined,
    }),
  }
}

describe('createPairRoom', () => {
  test('goes on with a session while Redis is full, and begins none', async () => {
    const [going, fresh] = [newId(), newId()]
    const { pairRoom, published } = pod()
    await pairRoom(going, both(2))
    await redis.config('SET', 'maxmemory', '1')
    try {
      await pairRoom(going, both(3, 'c'))
      const refused = await pairRoom(fresh, both(2)).catch((error: unknown) => KlaError.from(error).reason)
      expect(refused).toBe('UNAVAILABLE')
    } finally {
      await redis.config('SET', 'maxmemory', '0')
    }
    expect(published).toHaveLength(2)
    expect((await store.load(going)).session).toMatchObject({
      roomVersion: 3,
      announced: true,
      pair: [{ socketId: 'c' }, { socketId: 'b' }],
    })
    await pairRoom(fresh, both(2))
    expect((await store.load(fresh)).session).toMatchObject({ announced: true })
  })

  test('reads no session of a room that a player has just entered, and keeps one that is there', async () => {
    const roomId = newId()
    let loads = 0
    const counted: SessionStore = {
      ...store,
      load(id) {
        loads += 1
        return store.load(id)
      },
    }
    const { pairRoom, published } = pod(counted)
    const entered = (version: number, a?: string): RoomSnapshot => ({ ...both(version, a), joined: true })
    await pairRoom(roomId, entered(2))
    await pairRoom(roomId, entered(4, 'c'))
    await pairRoom(roomId, entered(3, 'late'))
    expect(loads).toBe(0)
    expect(published).toEqual([2, 4])
    await pairRoom(roomId, both(5))
    expect(loads).toBe(1)
  })

  test('publishes a session of a dead pod when its event is redelivered', async () => {
    const roomId = newId()
    const [dying, living] = [pod(), pod()]
    dying.state.dies = true
    await expect(dying.pairRoom(roomId, both(2))).rejects.toThrow('the pod is gone')
    await living.pairRoom(roomId, both(2))
    await living.pairRoom(roomId, both(2))
    expect(living.published).toEqual([2])
  })

  test('publishes a session of a dead pod when the next event comes', async () => {
    const roomId = newId()
    const [dying, living] = [pod(), pod()]
    dying.state.dies = true
    await expect(dying.pairRoom(roomId, both(2))).rejects.toThrow()
    await living.pairRoom(roomId, both(3))
    expect(living.published).toEqual([2])
  })

  test('ends with the newest room when many pods handle events concurrently, in any order', async () => {
    const roomId = newId()
    const pods = Array.from({ length: 4 }, () => pod())
    const rooms = [2, 3, 4, 5, 6, 7].map((version) => both(version, `a${version >> 1}`))
    await Promise.all(rooms.flatMap((room) => pods.map(({ pairRoom }) => pairRoom(roomId, room))))
    const { session } = await store.load(roomId)
    expect(session).toMatchObject({ roomVersion: 7, announced: true, pair: [{ socketId: 'a3' }, { socketId: 'b' }] })
    expect(pods.flatMap(({ published }) => published)).toContain(session?.generation)
  })

  test('keeps a session for a day, and one without a pair for an hour', async () => {
    const roomId = newId()
    await pod().pairRoom(roomId, both(2))
    expect(await redis.pttl(`${prefix}{${roomId}}`)).toBeGreaterThan(23 * 3_600_000)
    await pod().pairRoom(roomId, { version: 3, seats: [seat(1, 'a')], watchers: [] })
    expect(await redis.pttl(`${prefix}{${roomId}}`)).toBeLessThanOrEqual(3_600_000)
  })
})
