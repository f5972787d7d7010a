import { mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from '../shared/redis.js'
import { type Room, SHARDS } from '../shared/rules/room.js'
import { readRoom } from './room-store.js'

export interface PublicRooms {
  /** The first rooms of the public list, in order; it reads no more than `limit` records. */
  first(limit: number): Promise<Room[]>
}

export const createPublicRooms = (redis: Redis, keys: Keys): PublicRooms => ({
  async first(limit) {
    const ranked = (await Promise.all(SHARDS.map((shard) => firstOf(redis, keys.list(shard), limit)))).flat()
    const ids = ranked
      .sort((one, other) => other.rank - one.rank || (one.roomId < other.roomId ? 1 : -1))
      .slice(0, limit)
    const records = await Promise.all(ids.map(({ roomId }) => mapRedisErrors(redis.hget(keys.room(roomId), 'record'))))
    // A room may have closed since its id was read.
    return records.filter((record) => record !== null).map(readRoom)
  },
})

async function firstOf(redis: Redis, key: string, limit: number): Promise<{ roomId: string; rank: number }[]> {
  const found = await mapRedisErrors(redis.zrevrange(key, 0, limit - 1, 'WITHSCORES'))
  const ranked: { roomId: string; rank: number }[] = []
  for (let index = 0; index + 1 < found.length; index += 2) {
    ranked.push({ roomId: found[index] as string, rank: Number(found[index + 1]) })
  }
  return ranked
}

interface Census {
  readonly rooms: number
  readonly seats: number
}

/** How many rooms are open and how many seats taken, over all pods. */
export async function takeCensus(redis: Redis, keys: Keys): Promise<Census> {
  const shards = await Promise.all(
    SHARDS.map((shard) => mapRedisErrors(redis.hmget(keys.census(shard), 'rooms', 'seats'))),
  )
  const sum = (index: number): number => shards.reduce((total, counts) => total + Number(counts[index] ?? 0), 0)
  return { rooms: sum(0), seats: sum(1) }
}
