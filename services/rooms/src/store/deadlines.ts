import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from './keys.js'
import { NOW } from './now.js'

export interface DueRoom {
  readonly roomId: string
  /** How long ago it was due, milliseconds. */
  readonly latenessMs: number
}

export interface Claimed {
  readonly due: readonly DueRoom[]
  /** Until the next deadline of the shard, milliseconds; not above zero where more is due, Infinity where nothing waits. */
  readonly nextInMs: number
}

export interface Deadlines {
  /** Takes rooms of a shard whose deadline is reached. A pod that does nothing about them loses them in two seconds. */
  claim(shard: string, limit: number): Promise<Claimed>
  /** Drops a deadline whose room is gone. */
  forget(shard: string, roomId: string): Promise<void>
}

const LEASE_MS = 2_000

/** `[ms until the next or '', room, lateness in ms, room, ...]` */
const claimScript = defineScript<string[]>(`${NOW}
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
for index = 1, #found, 2 do
  redis.call('ZADD', KEYS[1], now + ARGV[2], found[index])
  found[index + 1] = tostring(now - tonumber(found[index + 1]))
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
table.insert(found, 1, first[2] and tostring(tonumber(first[2]) - now) or '')
return found
`)

const forgetScript = defineScript<number>(`
if redis.call('HEXISTS', KEYS[2], 'record') == 1 then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`)

export const createDeadlines = (redis: Redis, keys: Keys): Deadlines => ({
  async claim(shard, limit) {
    const [nextInMs, ...found] = await mapRedisErrors(claimScript.run(redis, [keys.due(shard)], [limit, LEASE_MS]))
    const due: DueRoom[] = []
    for (let index = 0; index + 1 < found.length; index += 2) {
      due.push({ roomId: found[index] as string, latenessMs: Number(found[index + 1]) })
    }
    return { due, nextInMs: nextInMs ? Number(nextInMs) : Infinity }
  },
  async forget(shard, roomId) {
    await mapRedisErrors(forgetScript.run(redis, [keys.due(shard), keys.room(roomId)], [roomId]))
  },
})
