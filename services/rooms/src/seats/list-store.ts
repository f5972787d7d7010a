import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { ROOM_CAPACITY } from '@kla/proto/web'
import { shareNext } from '../shared/concurrency.js'
import type { Keys } from '../shared/redis.js'
import { poolName, type Room, SHARDS } from '../shared/rules/room.js'
import { readRoom } from './room-store.js'
import { LIST_LIMIT_MAX } from './rules/fields.js'

export type PublicList = () => Promise<Room[]>

/** Shares reads among all gateways. */
export const createPublicList = (redis: Redis, keys: Keys): PublicList =>
  shareNext(() => readFirst(redis, keys, LIST_LIMIT_MAX))

async function readFirst(redis: Redis, keys: Keys, limit: number): Promise<Room[]> {
  const ranked = (await Promise.all(SHARDS.map((shard) => firstOfShard(redis, keys.list(shard), limit)))).flat()
  const first = ranked
    .sort((one, other) => other.rank - one.rank || (one.roomId < other.roomId ? 1 : -1))
    .slice(0, limit)
  const records = await Promise.all(first.map(({ roomId }) => mapRedisErrors(redis.hget(keys.room(roomId), 'record'))))
  return records.filter((record) => record !== null).map(readRoom)
}

async function firstOfShard(redis: Redis, key: string, limit: number): Promise<{ roomId: string; rank: number }[]> {
  const found = await mapRedisErrors(redis.zrevrange(key, 0, limit - 1, 'WITHSCORES'))
  const ranked: { roomId: string; rank: number }[] = []
  for (let index = 0; index + 1 < found.length; index += 2) {
    ranked.push({ roomId: found[index] as string, rank: Number(found[index + 1]) })
  }
  return ranked
}

export async function countRooms(
  redis: Redis,
  keys: Keys,
): Promise<{ readonly rooms: number; readonly seats: number }> {
  const shards = await Promise.all(
    SHARDS.map((shard) => mapRedisErrors(redis.hmget(keys.counts(shard), 'rooms', 'seats'))),
  )
  const sum = (index: number): number => shards.reduce((total, counts) => total + Number(counts[index] ?? 0), 0)
  return { rooms: sum(0), seats: sum(1) }
}

/** Counts players who share a room with an opponent, by mode and category, in the order of `pools`. */
export type CountPlaying = (pools: readonly Pick<Room, 'mode' | 'category'>[]) => Promise<number[]>

const sizesScript = defineScript<number[]>(`
local sizes = {}
for index, key in ipairs(KEYS) do sizes[index] = redis.call('SCARD', key) end
return sizes
`)

export const createCountPlaying =
  (redis: Redis, keys: Keys): CountPlaying =>
  async (pools) => {
    const ofShard = (shard: string): Promise<number[]> =>
      mapRedisErrors(
        sizesScript.run(
          redis,
          pools.map((pool) => keys.playing(shard, poolName(pool))),
          [],
        ),
      )
    const sizes = await Promise.all(SHARDS.map(ofShard))
    return pools.map((_, at) => PLAYERS * sizes.reduce((rooms, size) => rooms + (size[at] ?? 0), 0))
  }

const PLAYERS = Number(ROOM_CAPACITY)
