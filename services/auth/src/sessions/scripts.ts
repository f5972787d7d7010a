import { defineScript } from '@kla/chassis'

/** Lua: `now` by Redis' clock, Unix milliseconds. */
export const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** Stores a session. Arguments: account, device, life in milliseconds. */
export const openScript = defineScript<number>(`${NOW}
redis.call('HSET', KEYS[1], 'account', ARGV[1], 'device', ARGV[2], 'openedAt', now, 'seenAt', now, 'since', now)
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
`)

/** State of the cookie value that a session was used with. */
export type ValueState = 'in-force' | 'due' | 'offered' | 'replaced'
type Used = [accountId: string, prolongedMs: number, state: ValueState, nonce: string, expiresAtMs: number]

/**
 * Uses a session and prolongs it. Arguments, milliseconds: life after a use, slack, life in all; then, to check a cookie
 * value: "judged", its proof, rotation period, overlap, and "yes" if a next value may be offered.
 *
 * `current`: the proof in force since `since`, none for the first value; older releases stored no `since`. `next`: the proof
 * offered until `offeredUntil`, made with `nonce`; its first use puts it in force. `retired`: the proof before, valid until
 * `retiredUntil` for requests under way.
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
 * Offers a next value and returns its nonce: the first request's, or nil if another value is in force by now. Arguments: the
 * proof in force, a nonce, the proof of the value made with it, and how long the offer stays the same, milliseconds.
 */
export const offerScript = defineScript<string | null>(`${NOW}
local account, current, nonce, offeredUntil = unpack(redis.call('HMGET', KEYS[1], 'account', 'current', 'nonce', 'offeredUntil'))
if not account or (current or '') ~= ARGV[1] then return nil end
if nonce and now < tonumber(offeredUntil) then return nonce end
redis.call('HSET', KEYS[1], 'nonce', ARGV[2], 'next', ARGV[3], 'offeredUntil', now + ARGV[4])
return ARGV[2]
`)

/** Adds a session to the index of its account and returns its expiry. Arguments: life, session key, life of the index. */
export const indexScript = defineScript<number>(`
local time, life = redis.call('TIME'), tonumber(ARGV[1])
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + life, ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return now + life
`)
