import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createRedis, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createAuditHeads } from '../../src/audit/chain-store.js'
import { FIRST_SEQ } from '../../src/audit/rules/chain.js'

let redis: Redis
beforeAll(() => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
})
afterAll(() => redis.disconnect())

const headOf = (seq: number, byte = 1) => ({ seq, hash: Buffer.alloc(32, byte) })

test('audit heads only move forward, independently for each chain', async () => {
  const heads = createAuditHeads(redis, `${uniqueName('moderation')}:`)
  expect(await heads.of('open')).toBeUndefined()
  await Promise.all([9, 100, 20, 99].map((seq) => heads.forward('open', headOf(seq))))
  expect(await heads.of('open')).toEqual(headOf(100))
  await heads.forward('open', headOf(100, 2))
  expect(await heads.of('open')).toEqual(headOf(100))

  expect(await heads.of('restricted')).toBeUndefined()
  for (const at of [1, 2, 1]) await heads.forward('restricted', headOf(FIRST_SEQ.restricted + at))
  expect(await heads.of('restricted')).toEqual(headOf(FIRST_SEQ.restricted + 2))
})

test('audit heads reject a malformed value', async () => {
  const prefix = `${uniqueName('moderation')}:`
  await redis.hset(`${prefix}audit-heads`, 'open', 'zero')
  await expect(createAuditHeads(redis, prefix).of('open')).rejects.toThrow('open')
})

test('audit heads move while Redis is full', async () => {
  const heads = createAuditHeads(redis, `${uniqueName('moderation')}:`)
  await redis.config('SET', 'maxmemory', '1')
  await heads.forward('open', headOf(9)).finally(() => redis.config('SET', 'maxmemory', '0'))
  expect(await heads.of('open')).toEqual(headOf(9))
})
