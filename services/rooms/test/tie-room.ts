import { createMetrics, createRedis, newId, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger } from '@kla/testkit'
import { createSeatPointers } from '../src/seats/account-store.js'
import { createRoomsMetrics } from '../src/seats/metrics.js'
import { createOpenReserved } from '../src/seats/open-reserved.js'
import { createOutbox } from '../src/seats/outbox-store.js'
import { createRoomStore } from '../src/seats/room-store.js'
import { createRooms } from '../src/seats/rooms.js'
import { createPublisher } from '../src/seats/updates.js'
import { createKeys } from '../src/shared/redis.js'
import type { Room } from '../src/shared/rules/room.js'
import { createWatchPasses, type WatchPasses } from '../src/spectating/store.js'
import { connectionOf, type Platform, testIncidents } from './platform.js'

/** Opens rooms as cups do, and issues passes to them, beside the pods of a platform. */
export interface Cups {
  /** A room of a tie in which both have a seat in its grace. */
  openTie(people: readonly [number, number], graceMs?: number): Promise<Room>
  /** The cup of a room that was opened here. */
  cupOf(roomId: string): string | undefined
  /** A pass with which a judge of this name watches. */
  pass(roomId: string, name?: string): Promise<string>
  stop(): Promise<void>
}

export function createCups({ prefix, bus }: Platform): Cups {
  const redis: Redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  const keys = createKeys(prefix)
  const log = quietLogger()
  const pointers = createSeatPointers(redis, keys)
  const cupIds = new Map<string, string>()
  const passes: WatchPasses = createWatchPasses(redis, keys)
  const publisher = createPublisher({ bus, outbox: createOutbox(redis, keys), log })
  const metrics = createRoomsMetrics(createMetrics('rooms-test'))
  return {
    async openTie(people, graceMs = 15_000) {
      const store = createRoomStore(redis, keys)
      const rooms = createRooms({
        store,
        pointers,
        recordMeetings: async () => undefined,
        countLapse: async () => undefined,
        publisher,
        graceMs,
        metrics,
        log,
        incidents: testIncidents,
      })
      const opened = await createOpenReserved({ rooms, pointers })({
        roomId: newId(),
        name: 'Semi-final',
        mode: 'rush',
        category: 'default',
        origin: 'tie',
        tie: { cupId: newId(), tieId: newId(), cupName: 'Autumn cup' },
        players: people.map((accountId) => ({
          person: { accountId, username: `player${accountId}`, discordId: String(accountId), avatar: '' },
          connection: connectionOf(accountId, '', ''),
        })),
      })
      if (opened.kind === 'refused') throw new Error(`no room for ${opened.accountId}: ${opened.reason}`)
      cupIds.set(opened.room.id, opened.room.tie?.cupId ?? '')
      return opened.room
    },
    cupOf: (roomId) => cupIds.get(roomId),
    pass: async (roomId, name = 'Mara') => (await passes.issue({ roomId, judge: { id: 7, name } })).pass,
    async stop() {
      await publisher.settled()
      redis.disconnect()
    },
  }
}
