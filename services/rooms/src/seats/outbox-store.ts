import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from '../shared/redis.js'
import { shardOf } from '../shared/rules/room.js'

/** A message to publish after the commit. */
export interface Message {
  readonly subject: string
  readonly data: string
  /** Set for an event of the stream. */
  readonly eventId?: string
}

/** Messages of one version of a room. */
export interface Unpublished {
  readonly version: number
  readonly messages: readonly Message[]
}

/** Time after which another pod publishes the messages. */
export const PUBLISH_LEASE_MS = 1_000
export const PUBLISH_BATCH = 50

export function toUnpublished(membersAndScores: readonly string[]): Unpublished[] {
  const unpublished: Unpublished[] = []
  for (let index = 0; index + 1 < membersAndScores.length; index += 2) {
    unpublished.push({
      version: Number(membersAndScores[index + 1]),
      messages: JSON.parse(membersAndScores[index] as string) as Message[],
    })
  }
  return unpublished
}

/** Outbox of rooms in Redis. */
export interface Outbox {
  /** Resolves to newer unpublished versions. */
  clear(roomId: string, version: number): Promise<Unpublished[]>
  claim(shard: string, limit: number): Promise<ClaimedRooms>
  unpublished(roomId: string): Promise<Unpublished[]>
}

interface ClaimedRooms {
  readonly roomIds: readonly string[]
  readonly nextInMs: number
}

const clearScript = defineScript<string[]>(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
local rest = redis.call('ZRANGE', KEYS[1], 0, ARGV[4] - 1, 'WITHSCORES')
if #rest == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  ${LUA_NOW}
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
end
return rest
`)

/** `[ms until the next or '', room, ...]` */
const claimScript = defineScript<string[]>(
  `${LUA_NOW}
local rooms = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, roomId in ipairs(rooms) do redis.call('ZADD', KEYS[1], now + ARGV[2], roomId) end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
table.insert(rooms, 1, first[2] and tostring(tonumber(first[2]) - now) or '')
return rooms
`,
  { whenFull: true },
)

export const createOutbox = (redis: Redis, keys: Keys): Outbox => ({
  async clear(roomId, version) {
    const touched = [keys.pending(roomId), keys.unpublished(shardOf(roomId))]
    return toUnpublished(
      await mapRedisErrors(clearScript.run(redis, touched, [roomId, version, PUBLISH_LEASE_MS, PUBLISH_BATCH])),
    )
  },
  async claim(shard, limit) {
    const [nextInMs, ...roomIds] = await mapRedisErrors(
      claimScript.run(redis, [keys.unpublished(shard)], [limit, PUBLISH_LEASE_MS]),
    )
    return { roomIds, nextInMs: nextInMs ? Number(nextInMs) : Infinity }
  },
  async unpublished(roomId) {
    return toUnpublished(await mapRedisErrors(redis.zrange(keys.pending(roomId), 0, PUBLISH_BATCH - 1, 'WITHSCORES')))
  },
})
