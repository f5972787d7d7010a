import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'

export interface Claimed {
  readonly roomIds: readonly string[]
  readonly dueAtMs: string
}

/** Watched rooms by next renewal, shared by all pods. */
export interface WatchLeases {
  put(roomId: string): Promise<void>
  /** Adds a lost room; keeps a known time. */
  ensure(roomId: string): Promise<void>
  /** Reschedules due rooms, for another pod if this dies. */
  claim(limit: number): Promise<Claimed>
  /** Removes rooms unless scheduled since the claim. */
  drop(claimed: Claimed): Promise<void>
}

const putScript = defineScript<number>(`${LUA_NOW}
if ARGV[3] == 'NX' then return redis.call('ZADD', KEYS[1], 'NX', now + ARGV[2], ARGV[1]) end
return redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
`)

const claimScript = defineScript<string[]>(
  `${LUA_NOW}
local next = string.format('%.0f', now + ARGV[2])
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, room in ipairs(found) do redis.call('ZADD', KEYS[1], next, room) end
table.insert(found, 1, next)
return found
`,
  { whenFull: true },
)

const dropScript = defineScript<number>(
  `
for index = 2, #ARGV do
  if redis.call('ZSCORE', KEYS[1], ARGV[index]) == ARGV[1] then redis.call('ZREM', KEYS[1], ARGV[index]) end
end
return 0
`,
  { whenFull: true },
)

export function createWatchLeases(redis: Redis, prefix: string, renewalMs: number): WatchLeases {
  const keys = [`${prefix}watched`]
  const put = async (roomId: string, mode: '' | 'NX'): Promise<void> => {
    await mapRedisErrors(putScript.run(redis, keys, [roomId, renewalMs, mode]))
  }
  return {
    put: (roomId) => put(roomId, ''),
    ensure: (roomId) => put(roomId, 'NX'),
    async claim(limit) {
      const [dueAtMs = '', ...roomIds] = await mapRedisErrors(claimScript.run(redis, keys, [limit, renewalMs]))
      return { roomIds, dueAtMs }
    },
    async drop({ roomIds, dueAtMs }) {
      if (roomIds.length > 0) await mapRedisErrors(dropScript.run(redis, keys, [dueAtMs, ...roomIds]))
    },
  }
}
