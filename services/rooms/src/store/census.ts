import { mapRedisErrors, type Redis } from '@kla/chassis'
import { SHARDS } from '../domain/room-id.js'
import type { Keys } from './keys.js'

export interface Census {
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
