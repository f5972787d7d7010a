import { defineScript, type Redis } from '@kla/chassis'
import type { Session } from './store.js'

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** Stores a session. Arguments: account, device, life in milliseconds. */
export const openScript = defineScript<number>(`${NOW}
redis.call('HSET', KEYS[1], 'account', ARGV[1], 'device', ARGV[2], 'openedAt', now, 'seenAt', now, 'since', now)
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
`)

/** What has become of the value that a session was used with. */
export type ValueState = 'in-force' | 'due' | 'offered' | 'replaced'
type Used = [accountId: string, prolongedMs: number, state: ValueState, nonce: string, expiresAtMs: number]

/**
 * Uses a session, and prolongs its life. Arguments: life after a use, slack, life in all; then, all in milliseconds too, for
 * a value that is to be judged "judged", its proof, the period, the overlap and "yes" if it may be followed by another.
 *
 * `current`: the proof in force, none for the first value; `since` when. A session that was opened by a release without
 * them begins its first period with its first use. `next`: the proof of the value that is offered, made with `nonce`, the
 * same for all who ask until `offeredUntil`; its first use puts it in force. `retired`: the proof before, good until
 * `retiredUntil` for requests that were under way.
 */
export const useScript = defineScript<Used | null>(`${NOW}
local account, opened, current, since, nonce, offered, offeredUntil, retired, retiredUntil = unpack(redis.call('HMGET', KEYS[1],
  'account', 'openedAt', 'current', 'since', 'nonce', 'next', 'offeredUntil', 'retired', 'retiredUntil'))
if not account then return nil end
local ttl, slack, ends = tonumber(ARGV[1]), tonumber(ARGV[2]), opened + tonumber(ARGV[3])
if now >= ends then
  redis.call('DEL', KEYS[1])
  return nil
end
local state = 'in-force'
if ARGV[4] == 'judged' then
  local proof = ARGV[5]
  if proof == (current or '') then
    if not since then
      redis.call('HSET', KEYS[1], 'since', now)
    elseif ARGV[8] == 'yes' and now - since >= tonumber(ARGV[6]) then
      state = nonce and now < tonumber(offeredUntil) and 'offered' or 'due'
    end
  elseif offered and proof == offered then
    redis.call('HSET', KEYS[1], 'current', offered, 'since', now, 'retired', current or '', 'retiredUntil', now + ARGV[7])
    redis.call('HDEL', KEYS[1], 'nonce', 'next', 'offeredUntil')
  elseif not (retired and proof == retired and now < tonumber(retiredUntil)) then
    return { account, 0, 'replaced', '', 0 }
  end
end
local left, prolonged = redis.call('PTTL', KEYS[1]), 0
if left <= ttl - slack then
  prolonged = math.min(ttl, ends - now)
  left = prolonged
  redis.call('HSET', KEYS[1], 'seenAt', now)
  redis.call('PEXPIRE', KEYS[1], prolonged)
end
return { account, prolonged, state, nonce or '', now + left }
`)

/**
 * Offers a value in place of the one in force, and answers the nonce it is made with: that of the first request, nothing if
 * another value has come into force. Arguments: the proof in force, a nonce, the proof of the value made with it, and
 * for how many milliseconds all are offered the same.
 */
export const offerScript = defineScript<string | null>(`${NOW}
local account, current, nonce, offeredUntil = unpack(redis.call('HMGET', KEYS[1], 'account', 'current', 'nonce', 'offeredUntil'))
if not account or (current or '') ~= ARGV[1] then return nil end
if nonce and now < tonumber(offeredUntil) then return nonce end
redis.call('HSET', KEYS[1], 'nonce', ARGV[2], 'next', ARGV[3], 'offeredUntil', now + ARGV[4])
return ARGV[2]
`)

/** Which sessions an account has: a sorted set of their keys by when they expire. */
interface SessionIndex {
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
