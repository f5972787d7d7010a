import { defineScript, type Redis } from '@kla/chassis'
import type { Session } from '../domain/session.js'

/** Which sessions an account has: a sorted set of their keys by when they expire. */
export interface SessionIndex {
  /** Adds a session for `lifeMs` from now; answers when that ends, Unix milliseconds by Redis' clock. */
  add(session: Session, lifeMs: number): Promise<number>
  remove(session: Session): Promise<void>
  keysOf(accountId: number): Promise<string[]>
}

const addScript = defineScript<number>(`
local time, life = redis.call('TIME'), tonumber(ARGV[1])
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + life, ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return now + life
`)

export function createSessionIndex(redis: Redis, prefix: string, ttlMs: number): SessionIndex {
  const key = (accountId: number): string => `${prefix}sessions:{${accountId}}`
  return {
    add: ({ accountId, sessionKey }, lifeMs) => addScript.run(redis, [key(accountId)], [lifeMs, sessionKey, ttlMs]),
    async remove({ accountId, sessionKey }) {
      await redis.zrem(key(accountId), sessionKey)
    },
    keysOf: (accountId) => redis.zrange(key(accountId), 0, -1),
  }
}
