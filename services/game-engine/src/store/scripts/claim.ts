import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

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
