import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

/** `[now, version, state, version, ...]` */
export const claimScript = defineScript<[number, ...string[]]>(`
-- KEYS: deadlines. ARGV: prefix of the records, which lie in the same slot; ms that they must be overdue; lease in ms;
--       at most so many
${NOW}
local claimed = redis.call('ZRANGE', KEYS[1], '-inf', now - ARGV[2], 'BYSCORE', 'LIMIT', 0, ARGV[4])
local answer = { now }
for _, room in ipairs(claimed) do
  local record = redis.call('HMGET', ARGV[1] .. room, 'version', 'state')
  if record[1] then
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
