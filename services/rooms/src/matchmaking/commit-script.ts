import { defineScript, LUA_NOW } from '@kla/chassis'

const LUA_COUNT = `
local change = cjson.decode(ARGV[1])

-- After a wait all that led to it counts for another while: the next one is longer.
local function count(lapses, wait, matchId)
  redis.call('ZREMRANGEBYSCORE', lapses, '-inf', now)
  redis.call('ZADD', lapses, now + change.lapsesMs, matchId)
  redis.call('ZREMRANGEBYRANK', lapses, 0, -1 - #change.waitsMs)
  local counted = redis.call('ZRANGE', lapses, 0, -1)
  local waitMs = change.waitsMs[#counted]
  if waitMs > 0 then
    for _, lapse in ipairs(counted) do redis.call('ZADD', lapses, now + waitMs + change.lapsesMs, lapse) end
    redis.call('SET', wait, matchId, 'PX', waitMs)
  end
  redis.call('PEXPIRE', lapses, waitMs + change.lapsesMs)
end
`

/**
 * Commits one or two searches, all or nothing.
 * KEYS: kept, due, then per search its ticket, recent partners, lapses, wait. ARGV: JSON, see TicketStore.
 * Returns 0 on a conflict.
 */
const COMMIT = `${LUA_NOW} ${LUA_COUNT}
local kept, due = KEYS[1], KEYS[2]
local function keysOf(index) return unpack(KEYS, index * 4 - 1, index * 4 + 2) end

local function keepApart(recent, otherId, ms)
  redis.call('ZREMRANGEBYSCORE', recent, '-inf', now)
  redis.call('ZADD', recent, 'GT', now + ms, otherId)
  if redis.call('PTTL', recent) < ms then redis.call('PEXPIRE', recent, ms) end
end

for index, search in ipairs(change.searches) do
  local ticket, recent = keysOf(index)
  if (redis.call('HGET', ticket, 'stamp') or '') ~= search.expected then return 0 end
  if change.kind == 'vanishing' and index == 1 then
    local untilMs = redis.call('ZSCORE', kept, search.accountId)
    if not untilMs or tonumber(untilMs) > now then return 0 end
  end
  if change.kind == 'proposal' then
    local untilMs = redis.call('ZSCORE', kept, search.accountId)
    if not untilMs or tonumber(untilMs) <= now then return 0 end
    local metUntilMs = redis.call('ZSCORE', recent, search.otherId)
    if metUntilMs and tonumber(metUntilMs) > now then return 0 end
  end
end

for index, search in ipairs(change.searches) do
  local ticket, recent, lapses, wait = keysOf(index)
  if search.record then
    redis.call('HSET', ticket, 'stamp', search.stamp, 'record', search.record)
    if search.overMs then redis.call('PEXPIRE', ticket, search.overMs) else redis.call('PERSIST', ticket) end
    if search.poolBefore then redis.call('ZREM', search.poolBefore, search.accountId) end
    if search.listed then redis.call('ZADD', search.pool, search.sinceMs, search.accountId) end
    if search.kept == 'new' then redis.call('ZADD', kept, now + change.keptMs, search.accountId) end
    if search.kept == 'none' then redis.call('ZREM', kept, search.accountId) end
  end
  if change.kind == 'meeting' then keepApart(recent, search.otherId, change.recentMs) end
  if search.lost then
    keepApart(recent, search.lost.otherId, change.declinedMs)
    if search.lost.lapse then count(lapses, wait, search.lost.matchId) end
  end
end

for _, match in ipairs(change.matches) do
  if match.inMs then redis.call('ZADD', due, now + match.inMs, match.member)
  elseif match.atMs then redis.call('ZADD', due, match.atMs, match.member)
  else redis.call('ZREM', due, match.member) end
end
return 1
`
export const commitScript = defineScript<number>(COMMIT)
/** Lets existing searches end when Redis is full. */
export const commitWhenFullScript = defineScript<number>(COMMIT, { whenFull: true })

/** Counts a lapse once per match. KEYS: lapses, wait. ARGV: JSON with `matchId`, see TicketStore. */
export const lapseScript = defineScript<null>(`${LUA_NOW} ${LUA_COUNT}
count(KEYS[1], KEYS[2], change.matchId)
`)
