import { defineScript } from '@kla/chassis'
import { NOW } from '../shared/redis.js'

/** `[now, version, state or '', answer or '']` */
export const loadScript = defineScript<[number, string, string, string]>(`
-- KEYS: record, answer
${NOW}
local record = redis.call('HMGET', KEYS[1], 'version', 'state')
return { now, record[1] or '0', record[2] or '', redis.call('GET', KEYS[2]) or '' }
`)

/** `['committed' or 'conflict' or 'answered', now, earlier answer or '', unpublished announcement, ...]` */
export const commitScript = defineScript<['committed' | 'conflict' | 'answered', number, string, ...string[]]>(`
-- KEYS: record, deadlines, pending, pending from, phases, answer, settlements, settlements from
-- ARGV: room id, version it was decided on, token, phase, state, deadline or '', ms to keep it or '',
--       answer or '', ms to keep the answer, ms until any pod may carry out the effects, how many of them are
--       announcements, ids of earlier announcements that are to be answered while they are pending, separated by
--       spaces, the latest first, then effect id, effect, ...: first the announcements, then the settlements
${NOW}
local record = redis.call('HMGET', KEYS[1], 'version', 'token', 'phase')
-- The same commit again: it was sent twice because a connection broke before its answer came.
if record[2] == ARGV[3] then return { 'committed', now, '' } end
local answer = redis.call('GET', KEYS[6])
if answer then return { 'answered', now, answer } end
local version = tonumber(record[1] or '0')
if version ~= tonumber(ARGV[2]) then return { 'conflict', now, '' } end

redis.call('HSET', KEYS[1], 'version', version + 1, 'token', ARGV[3], 'phase', ARGV[4], 'state', ARGV[5])
if ARGV[6] == '' then redis.call('ZREM', KEYS[2], ARGV[1]) else redis.call('ZADD', KEYS[2], ARGV[6], ARGV[1]) end
if record[3] ~= ARGV[4] then
  if record[3] then redis.call('HINCRBY', KEYS[5], record[3], -1) end
  -- A record that will expire is not counted, since nobody would count it out again.
  if ARGV[7] == '' then redis.call('HINCRBY', KEYS[5], ARGV[4], 1) end
end
if ARGV[7] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[7]) end
if ARGV[8] ~= '' then redis.call('SET', KEYS[6], ARGV[8], 'PX', ARGV[9]) end
local earlier = {}
for id in string.gmatch(ARGV[12], '%S+') do
  local left = redis.call('HGET', KEYS[3], id)
  if not left then break end
  table.insert(earlier, 1, left)
end
local settlements = 13 + 2 * ARGV[11]
for at = 13, #ARGV, 2 do
  local effects, from = KEYS[3], KEYS[4]
  if at >= settlements then effects, from = KEYS[7], KEYS[8] end
  redis.call('HSET', effects, ARGV[at], ARGV[at + 1])
  redis.call('ZADD', from, now + ARGV[10], ARGV[at])
end
return { 'committed', now, '', unpack(earlier) }
`)

/** `[now, version, state, version, ...]` */
export const claimScript = defineScript<[number, ...string[]]>(`
-- KEYS: deadlines. ARGV: prefix of the records, which lie in the same slot; ms that they must be overdue; lease in ms;
--       then the rooms
${NOW}
local answer = { now }
for at = 4, #ARGV do
  local room = ARGV[at]
  local deadline = tonumber(redis.call('ZSCORE', KEYS[1], room) or 'inf')
  local record = deadline <= now - ARGV[2] and redis.call('HMGET', ARGV[1] .. room, 'version', 'state')
  if not record then
    -- Somebody else has taken it, or ended it, meanwhile.
  elseif record[1] then
    -- Out of sight of other pods for the lease; the commit sets the next deadline, and if none comes, the next claim.
    redis.call('ZADD', KEYS[1], now + ARGV[3], room)
    answer[#answer + 1] = record[1]
    answer[#answer + 1] = record[2]
  else
    redis.call('ZREM', KEYS[1], room)
  end
end
return answer
`)

/** `[now, ms until the next is overdue or '', room, version, room, ...]` */
export const overdueScript = defineScript<[number, string, ...string[]]>(`
-- KEYS: deadlines. ARGV: prefix of the records, which lie in the same slot; ms that they must be overdue; at most so many
${NOW}
local overdue = redis.call('ZRANGE', KEYS[1], '-inf', now - ARGV[2], 'BYSCORE', 'LIMIT', 0, ARGV[3])
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local answer = { now, first[2] and tostring(tonumber(first[2]) + ARGV[2] - now) or '' }
for _, room in ipairs(overdue) do
  answer[#answer + 1] = room
  answer[#answer + 1] = redis.call('HGET', ARGV[1] .. room, 'version') or ''
end
return answer
`)
