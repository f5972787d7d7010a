import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createRedis, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createGatewayLeases } from '../../src/seats/timer-store.js'
import { createKeys } from '../../src/shared/redis.js'

const LEASE_MS = 60_000
let redis: Redis

beforeAll(() => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
})
afterAll(() => redis.quit())

test('a gateway is registered once for many seats, again after ten seconds, and separately from others', async () => {
  const keys = createKeys(`${uniqueName('gateways')}:`)
  const clock = { nowMs: 1_000 }
  const leases = createGatewayLeases(redis, keys, LEASE_MS, () => clock.nowMs)
  const known = (): Promise<string[]> => redis.zrange(keys.leases, 0, -1)
  await leases.register('a')
  await redis.zrem(keys.leases, 'a')
  await leases.register('a')
  expect(await known()).toEqual([])
  await leases.register('b')
  expect(await known()).toEqual(['b'])
  clock.nowMs += 10_000
  await leases.register('a')
  expect((await known()).sort()).toEqual(['a', 'b'])
})

test('a registration does not prolong a lease', async () => {
  const keys = createKeys(`${uniqueName('gateways')}:`)
  await createGatewayLeases(redis, keys, LEASE_MS).register('a')
  const end = await redis.zscore(keys.leases, 'a')
  await createGatewayLeases(redis, keys, LEASE_MS * 2).register('a')
  expect(await redis.zscore(keys.leases, 'a')).toBe(end)
})
