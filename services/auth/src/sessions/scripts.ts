import { defineScript, LUA_NOW } from '@kla/chassis'

/** Opens a session. Arguments: account, device, life. */
export const openScript = defineScript<number>(`${LUA_NOW}
redis.call('HSET', KEYS[1], 'account', ARGV[1], 'device', ARGV[2], 'openedAt', now, 'seenAt', now, 'since', now)
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
`)

/** Where a cookie value is in its rotation. */
export type ValueState = 'in-force' | 'due' | 'offered' | 'replaced'
type Used = [accountId: string, prolongedMs: number, state: ValueState, nonce: string, expiresAtMs: number]

/**
 * Prolongs a session. Arguments, milliseconds: life after a use, slack, total life; to check a cookie value also
 * "check", its proof, rotation period, overlap, and "yes" if a next value may be offered. Fields: proofs `current`
 * (since `since`), `next` (offered with `nonce`), `retired` (until `retiredUntil`).
 */
export const useScript = defineScript<Used | null>(`${LUA_NOW}
local account, opened, current, since, nonce, offered, offeredUntil, retired, retiredUntil = unpack(redis.call('HMGET', KEYS[1],
  'account', 'openedAt', 'current', 'since', 'nonce', 'next', 'offeredUntil', 'retired', 'retiredUntil'))
if not account then return nil end
local ttl, slack, ends = tonumber(ARGV[1]), tonumber(ARGV[2]), opened + tonumber(ARGV[3])
if now >= ends then
  redis.call('DEL', KEYS[1])
  return nil
end
local state = 'in-force'
if ARGV[4] == 'check' then
  local proof = ARGV[5]
  if proof == (current or '') then
    if ARGV[8] == 'yes' and now - since >= tonumber(ARGV[6]) then
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
  -- First, as it needs no memory: a script that has written may go on without.
  redis.call('PEXPIRE', KEYS[1], prolonged)
  redis.call('HSET', KEYS[1], 'seenAt', now)
end
return { account, prolonged, state, nonce or '', now + left }
`)

/** Returns the nonce on offer, nil if the value is replaced. Arguments: current proof, nonce, next proof, its life. */
export const offerScript = defineScript<string | null>(
  `${LUA_NOW}
local account, current, nonce, offeredUntil = unpack(redis.call('HMGET', KEYS[1], 'account', 'current', 'nonce', 'offeredUntil'))
if not account or (current or '') ~= ARGV[1] then return nil end
if nonce and now < tonumber(offeredUntil) then return nonce end
redis.call('HSET', KEYS[1], 'nonce', ARGV[2], 'next', ARGV[3], 'offeredUntil', now + ARGV[4])
return ARGV[2]
`,
  { whenFull: true },
)

/** Returns the expiry. Arguments: life, session key, index life. */
export const indexScript = defineScript<number>(
  `
local time, life = redis.call('TIME'), tonumber(ARGV[1])
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + life, ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return now + life
`,
  { whenFull: true },
)
