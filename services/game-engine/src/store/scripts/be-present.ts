import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

/** `[now, when the last absence ended, or 0]` */
export const bePresentScript = defineScript<[number, number]>(`
-- KEYS: presence. ARGV: ms without any engine that are an absence
${NOW}
local alive, absent = unpack(redis.call('HMGET', KEYS[1], 'aliveAtMs', 'absentUntilMs'))
if alive and now - alive > tonumber(ARGV[1]) then
  absent = now
  redis.call('HSET', KEYS[1], 'absentUntilMs', now)
end
redis.call('HSET', KEYS[1], 'aliveAtMs', now)
return { now, tonumber(absent or '0') }
`)
