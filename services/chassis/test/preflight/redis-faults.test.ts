import { afterAll, describe, expect, test } from '@jest/globals'
import { infrastructure } from '@kla/testkit'
import { Redis } from 'ioredis'
import { redisFaults } from '../../src/preflight/redis-faults.js'

/** Puts Redis 8's check of the number of arguments before the server's own, which may be of an older version. */
const REDIS_8 = `
local server = redis
local redis = setmetatable({
  acl_check_cmd = function(command, ...)
    local arity, count = server.call('command', 'info', command)[1][2], select('#', ...) + 1
    if (arity > 0 and count ~= arity) or count < -arity then error('ERR Wrong number of args for redis.acl_check_cmd()') end
    return command ~= 'getdel' and server.acl_check_cmd(command, ...)
  end,
}, { __index = server })
`

const redis = new Redis(infrastructure().redisUrl)
afterAll(() => redis.disconnect())

describe('redisFaults', () => {
  test('asks with a number of arguments that the command can have', async () => {
    const strict = {
      eval: (script: string, ...rest: (string | number)[]) =>
        redis.eval(`${REDIS_8}${script}`, ...(rest as [number, ...string[]])),
    } as Pick<Redis, 'eval'>
    expect(await redisFaults(strict, 'auth')).toEqual(['Redis: the user of auth may not run getdel'])
  })
})
