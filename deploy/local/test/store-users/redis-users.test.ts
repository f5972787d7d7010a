import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRedis, type Redis, REDIS_USERS, redisKeysOf, type RedisUser, storeUserName } from '@kla/chassis'
import { infrastructure, quietLogger } from '@kla/testkit'
import { SERVICES } from '../../src/platform/services.js'
import { ROOT } from '../../src/root.js'
import { addressAs, makeRedisUsers, OPERATOR } from '../../src/store-users/users.js'
import { startStores, type Stores } from './stores.js'

/** As auth's session store names it. */
const SESSION = 'kla:auth:session:{made-up}'

const clients: Redis[] = []
const as = (url: string): Redis => {
  const redis = createRedis({ url, log: quietLogger(), commandTimeoutMs: 5_000 })
  clients.push(redis)
  return redis
}
const saidOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: Error) => error.message.split(' ')[0] ?? '',
  )

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(async () => {
  for (const redis of clients) redis.disconnect()
  await stores.stop()
})

describe('the table of key owners in Redis', () => {
  test('has each service that reads REDIS_URL, with the prefix of its keys', () => {
    const read = SERVICES.flatMap((service) => {
      const config = readFileSync(`${ROOT}services/${service}/src/config.ts`, 'utf8')
      const [, prefix] = /redisVariables\('([^']*)'\)/.exec(config) ?? []
      return prefix === undefined ? [] : [[service, `${prefix}*`]]
    })
    expect(read).toEqual(REDIS_USERS.map((user) => [user, redisKeysOf(user)]))
  })
})

describe.each(REDIS_USERS)('the Redis user of %s', (user: RedisUser) => {
  let redis: Redis
  beforeAll(() => {
    redis = as(stores.redis.urlOf(user))
  })

  test('lets auth alone write a session', async () => {
    const done = user === 'auth' ? 'done' : 'NOPERM'
    expect(await saidOf(redis.set(SESSION, 7, 'PX', 1_000))).toBe(done)
    expect(await saidOf(redis.get(SESSION))).toBe(done)
    const asHash = `${SESSION}-as-a-hash`
    expect(await saidOf(redis.hset(asHash, 'account', 7))).toBe(done)
    expect(await saidOf(redis.sadd(asHash, 'account'))).toBe('NOPERM')
  })

  test('limits a script to the rights of its user', async () => {
    for (const other of REDIS_USERS.filter((one) => one !== user)) {
      const key = redisKeysOf(other).replace('*', 'anything')
      const named = redis.eval("return redis.call('SET', KEYS[1], 1)", 1, key)
      expect(await saidOf(named)).toBe('NOPERM')
      const unnamed = redis.eval("return redis.call('SET', ARGV[1], 1)", 0, key)
      expect(await unnamed.catch((error: Error) => error.message)).toMatch(/user executing the script can't|NOPERM/)
    }
  })

  test.each([
    ['FLUSHALL'], ['FLUSHDB'], ['KEYS', '*'], ['SCAN', '0'], ['RANDOMKEY'], ['CONFIG', 'GET', '*'], ['ACL', 'LIST'], ['ACL', 'WHOAMI'],
    ['DEBUG', 'OBJECT', 'a'], ['MONITOR'], ['SHUTDOWN'], ['CLIENT', 'LIST'], ['REPLICAOF', 'NO', 'ONE'], ['BGSAVE'], ['MIGRATE', 'a', '1', 'b', '0', '1'],
    ['MODULE', 'LIST'], ['SCRIPT', 'FLUSH'], ['FUNCTION', 'LIST'], ['PUBLISH', 'a', 'b'], ['SUBSCRIBE', 'a'], ['SLOWLOG', 'GET'],
  ])('refuses %s', async (command, ...args) => {
    expect(await saidOf(redis.call(command, ...args))).toMatch(command === 'DEBUG' ? /NOPERM|ERR/ : 'NOPERM')
  }) // oxfmt-ignore
})

describe('Redis access', () => {
  test.each(SERVICES.filter((service) => !(REDIS_USERS as readonly string[]).includes(service)))(
    'refuses %s, which keeps nothing in Redis',
    async (service) => {
      const anybody = stores.redis.url.replace(/\/\/.*@/, '//')
      expect(await saidOf(as(anybody).set(SESSION, 7))).toBe('NOAUTH')
      const named = addressAs(anybody, storeUserName(service), stores.passwords.redis[service])
      expect(await saidOf(as(named).set(SESSION, 7))).toMatch(/NOAUTH|WRONGPASS/)
    },
  )

  test('allows the administrator of the servers everything', async () => {
    expect(await saidOf(as(stores.redis.url).call('ACL', 'LIST'))).toBe('done')
  })
})

describe('an external Redis', () => {
  const given = infrastructure().redisUrl
  const said: string[] = []
  const make = (url: string) => makeRedisUsers(url, stores.passwords.redis, (line) => said.push(line))
  afterAll(() => as(given).call('ACL', 'DELUSER', ...REDIS_USERS.map(storeUserName)))

  test('gets the same users, with a warning that it accepts anonymous clients', async () => {
    await make(given)
    await make(given)
    expect(said.join()).toMatch(/without a password/)
    const rooms = as(addressAs(given, storeUserName('rooms'), stores.passwords.redis.rooms))
    expect(await saidOf(rooms.set('kla:rooms:anything', 1, 'PX', 1))).toBe('done')
    expect(await saidOf(rooms.set(SESSION, 7))).toBe('NOPERM')
  })

  test('is refused with a clear error when the user of its address may not create users', async () => {
    const limited = addressAs(given, storeUserName('rooms'), stores.passwords.redis.rooms)
    await expect(make(limited)).rejects.toThrow(/REDIS_URL did not let a user be made for each service: NOPERM/)
  })
})

describe('addressAs', () => {
  test('keeps all servers of an address that gets a user', () => {
    expect(addressAs('redis+sentinel://a:1/main,redis+sentinel://b:2', OPERATOR, 'p')).toBe(
      `redis+sentinel://${OPERATOR}:p@a:1/main,redis+sentinel://${OPERATOR}:p@b:2`,
    )
  })
})
