import { afterAll, expect, test } from '@jest/globals'
import { WATCH_PASS_MS } from '@kla/proto/web'
import { infrastructure, uniqueName } from '@kla/testkit'
import { Redis } from 'ioredis'
import { createKeys } from '../../src/shared/redis.js'
import { createWatchPasses, type WatchGrant } from '../../src/spectating/store.js'

const redis = new Redis(infrastructure().redisUrl)
const prefix = `${uniqueName('passes')}:`
const passes = createWatchPasses(redis, createKeys(prefix))
const grant: WatchGrant = { roomId: 'room-1', judge: { id: 7, name: 'Mara' } }

afterAll(async () => {
  const left = await redis.keys(`${prefix}*`)
  if (left.length > 0) await redis.del(...left)
  redis.disconnect()
})

test('a pass works once under concurrent use', async () => {
  const { pass } = await passes.issue(grant)
  const redeemed = await Promise.all(['one', 'two', 'three'].map((request) => passes.redeem(pass, 7, request)))
  expect(redeemed.filter((one) => one !== undefined)).toEqual([grant])
  await expect(passes.redeem(pass, 7, 'four')).resolves.toBeUndefined()
})

test('a pass works again for a repeat of the request that used it', async () => {
  const { pass } = await passes.issue(grant)
  await expect(passes.redeem(pass, 7, 'one')).resolves.toEqual(grant)
  await expect(passes.redeem(pass, 7, 'one')).resolves.toEqual(grant)
  await expect(passes.redeem(pass, 7, 'two')).resolves.toBeUndefined()
  await expect(passes.redeem(pass, 8, 'one')).resolves.toBeUndefined()
})

test('a pass is long, unique, expires and is stored only as a hash', async () => {
  const [one, other] = await Promise.all([passes.issue(grant), passes.issue(grant)])
  expect(Buffer.from(one.pass, 'base64url')).toHaveLength(32)
  expect(one.pass).not.toBe(other.pass)
  const keys = await redis.keys(`${prefix}*`)
  expect(keys.join()).not.toContain(one.pass)
  const lives = await Promise.all(keys.map((key) => redis.pttl(key)))
  for (const lifeMs of lives) expect(lifeMs).toBeGreaterThan(0)
  for (const lifeMs of lives) expect(lifeMs).toBeLessThanOrEqual(WATCH_PASS_MS)
})

test('an invented pass is rejected', async () => {
  await expect(passes.redeem('', 7, 'one')).resolves.toBeUndefined()
})

test('a pass is rejected for another administrator and stays valid for its own', async () => {
  const { pass } = await passes.issue(grant)
  await expect(passes.redeem(pass, 8, 'two')).resolves.toBeUndefined()
  await expect(passes.redeem(pass, 7, 'one')).resolves.toEqual(grant)
})
