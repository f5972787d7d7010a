import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { type Keys, NOW } from '../shared/redis.js'
import { shardOf } from '../shared/rules/room.js'

/** One message as it waits to be published. */
export interface Message {
  readonly subject: string
  /** Base64. */
  readonly data: string
  /** Present: it is a fact, stored once under this id. */
  readonly factId?: string
}

/** The messages of one version of a room. */
export interface Untold {
  readonly version: number
  readonly messages: readonly Message[]
}

/** For so long a pod has a room's messages to itself; then it counts as dead and another one tells them. */
export const TELL_LEASE_MS = 1_000
/** Versions read at a time: after an outage of NATS a room may have many. */
export const TELL_BATCH = 50

/** Members and scores in turn, as Redis answers them. */
export function toUntold(membersAndScores: readonly string[]): Untold[] {
  const untold: Untold[] = []
  for (let index = 0; index + 1 < membersAndScores.length; index += 2) {
    untold.push({
      version: Number(membersAndScores[index + 1]),
      messages: JSON.parse(membersAndScores[index] as string) as Message[],
    })
  }
  return untold
}

export interface Outbox {
  /** Drops what was told, up to `version`; answers what has come meanwhile, which the caller is to tell too. */
  clear(roomId: string, version: number): Promise<Untold[]>
  /** Takes rooms of a shard whose messages nobody is telling; they are the caller's for a second. */
  claim(shard: string, limit: number): Promise<Left>
  /** What a room has not told, the oldest of it. */
  untold(roomId: string): Promise<Untold[]>
}

interface Left {
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
