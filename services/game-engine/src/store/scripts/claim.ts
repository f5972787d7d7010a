import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

/** `[now, next due or '', room id, version, state, room id, ...]` */
export const claimScript = defineScript<[number, string, ...string[]]>(`
-- KEYS: deadlines. ARGV: prefix of the records, which lie in the same slot; lease in ms; at most so many
${NOW}
local claimed = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[3])
local answer = { now, '' }
for _, room in ipairs(claimed) do
  local record = redis.call('HMGET', ARGV[1] .. room, 'version', 'state')
  if record[1] then
    -- Out of sight of other pods for the lease; the commit sets the next deadline, and if none comes, the next claim.
    redis.call('ZADD', KEYS[1], now + ARGV[2], room)
    answer[#answer + 1] = room
    answer[#answer + 1] = record[1]
    answer[#answer + 1] = record[2]
  else
    redis.call('ZREM', KEYS[1], room)
  end
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
answer[2] = first[2] or ''
return answer
`)
