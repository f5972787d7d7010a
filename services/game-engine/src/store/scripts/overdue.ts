import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

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
