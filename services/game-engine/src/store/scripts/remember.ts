import { defineScript } from '@kla/chassis'

/** What stands: what is given, or what was given before. */
export const rememberScript = defineScript<string>(`
-- KEYS: where. ARGV: what, ms to keep it
local known = redis.call('GET', KEYS[1])
if known then return known end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`)
