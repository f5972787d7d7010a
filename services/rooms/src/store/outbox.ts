import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { shardOf } from '../domain/room-id.js'
import type { Keys } from './keys.js'
import { NOW } from './now.js'
import { TELL_BATCH, TELL_LEASE_MS, toUntold, type Untold } from './untold.js'

export interface Outbox {
  /** Drops what was told, up to `version`; answers what has come meanwhile, which the caller is to tell too. */
  clear(roomId: string, version: number): Promise<Untold[]>
  /** Takes rooms of a shard whose messages nobody is telling; they are the caller's for a second. */
  claim(shard: string, limit: number): Promise<Left>
  /** What a room has not told, the oldest of it. */
  untold(roomId: string): Promise<Untold[]>
}

export interface Left {
  readonly roomIds: readonly string[]
  /** Until the next room of the shard is anybody's, milliseconds; not above zero where more are, Infinity: none waits. */
  readonly nextInMs: number
}

const clearScript = defineScript<string[]>(`${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
local rest = redis.call('ZRANGE', KEYS[1], 0, ARGV[4] - 1, 'WITHSCORES')
if #rest == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
end
return rest
`)

/** `[ms until the next or '', room, ...]` */
const claimScript = defineScript<string[]>(`${NOW}
local rooms = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, roomId in ipairs(rooms) do redis.call('ZADD', KEYS[1], now + ARGV[2], roomId) end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
table.insert(rooms, 1, first[2] and tostring(tonumber(first[2]) - now) or '')
return rooms
`)

export const createOutbox = (redis: Redis, keys: Keys): Outbox => ({
  async clear(roomId, version) {
    const touched = [keys.pending(roomId), keys.untold(shardOf(roomId))]
    return toUntold(await mapRedisErrors(clearScript.run(redis, touched, [roomId, version, TELL_LEASE_MS, TELL_BATCH])))
  },
  async claim(shard, limit) {
    const [nextInMs, ...roomIds] = await mapRedisErrors(
      claimScript.run(redis, [keys.untold(shard)], [limit, TELL_LEASE_MS]),
    )
    return { roomIds, nextInMs: nextInMs ? Number(nextInMs) : Infinity }
  },
  async untold(roomId) {
    return toUntold(await mapRedisErrors(redis.zrange(keys.pending(roomId), 0, TELL_BATCH - 1, 'WITHSCORES')))
  },
})
