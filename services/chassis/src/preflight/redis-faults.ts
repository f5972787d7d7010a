import type { ServiceName } from '@kla/proto'
import type { Redis } from 'ioredis'
import { hasRedisUser, redisCommands, redisKeysOf } from './store-rights.js'

/**
 * Asks for rights without using them, as the user of the connection (Redis 7.0 or later). Redis 8 answers only for a number
 * of arguments that the command can have.
 */
const REFUSED = `
local counts = { 3, 2, 1, 0, 4 }
local refused = {}
for _, command in ipairs(ARGV) do
  local answered, may
  for _, count in ipairs(counts) do
    local arguments = {}
    for at = 1, count do arguments[at] = KEYS[1] end
    if command == 'eval' or command == 'evalsha' then arguments = { 'x', '1', KEYS[1] } end
    answered, may = pcall(redis.acl_check_cmd, command, unpack(arguments))
    if answered then break end
  end
  if not answered then return redis.error_reply(may['err'] or may) end
  if not may then table.insert(refused, command) end
end
return refused`

/** Names each right that the connection's user lacks for `service`. Rejects if Redis does not answer. */
export async function redisFaults(redis: Pick<Redis, 'eval'>, service: ServiceName): Promise<readonly string[]> {
  if (!hasRedisUser(service)) return []
  const about = `Redis: the user of ${service}`
  const key = redisKeysOf(service).replace('*', 'preflight')
  try {
    const refused = (await redis.eval(REFUSED, 1, key, ...redisCommands(service))) as string[]
    return refused.map((command) => `${about} may not run ${command}`)
  } catch (error) {
    const { message } = error as Error
    if (/^(WRONGPASS|NOAUTH)\b/.test(message)) return [`${about} is unknown, or its password is wrong`]
    if (!message.startsWith('NOPERM')) throw error
    return [
      message.includes('eval') ? `${about} may not run eval` : `${about} may not use keys ${redisKeysOf(service)}`,
    ]
  }
}
