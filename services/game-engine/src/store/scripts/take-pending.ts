import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

/** `[now, how many are pending, oldest 'from' or '', phases as name, count, ..., taken as id, effect, ...]` */
export const takePendingScript = defineScript<[number, number, string, string[], string[]]>(`
-- KEYS: pending, pending from, phases. ARGV: lease in ms; at most so many
${NOW}
local oldest = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
local taken = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2])) do
  local effect = redis.call('HGET', KEYS[1], id)
  if effect then
    redis.call('ZADD', KEYS[2], now + ARGV[1], id)
    taken[#taken + 1] = id
    taken[#taken + 1] = effect
  else
    redis.call('ZREM', KEYS[2], id)
  end
end
return { now, redis.call('HLEN', KEYS[1]), oldest[2] or '', redis.call('HGETALL', KEYS[3]), taken }
`)
