import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createRedis, type Redis } from '@kla/chassis'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createWatchLeases } from '../../src/spectators/lease-store.js'

const RENEWAL_MS = 100
let redis: Redis
let prefix: string

beforeAll(() => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
})
beforeEach(() => {
  prefix = `${uniqueName('leases')}:`
})
afterAll(() => redis.quit())

const pod = (renewalMs = RENEWAL_MS) => createWatchLeases(redis, prefix, renewalMs)

describe('watch leases', () => {
  test('are renewed and dropped while Redis is full, and taken again afterwards', async () => {
    await pod(0).put('r')
    await redis.config('SET', 'maxmemory', '1')
    try {
      const claimed = await pod(60_000).claim(10)
      expect(claimed.roomIds).toEqual(['r'])
      await expect(pod().put('another')).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
      await pod().drop(claimed)
    } finally {
      await redis.config('SET', 'maxmemory', '0')
    }
    await pod(0).ensure('r')
    await eventually(async () => expect((await pod().claim(10)).roomIds).toEqual(['r']))
  })

  test('are claimed once they are due, by one of many concurrent pods', async () => {
    for (let at = 0; at < 50; at++) await pod().put(`r${at}`)
    expect((await pod().claim(100)).roomIds.length).toBeLessThan(50)
    const claimed: string[] = []
    await eventually(async () => {
      const claims = await Promise.all(Array.from({ length: 8 }, () => pod(60_000).claim(10)))
      claimed.push(...claims.flatMap(({ roomIds }) => roomIds))
      return claimed.length >= 50
    })
    expect(new Set(claimed).size).toBe(claimed.length)
  })

  test('go to another pod when the claiming one dies', async () => {
    await pod().put('r')
    await eventually(async () => (await pod().claim(1)).roomIds.length === 1)
    await eventually(async () => (await pod().claim(1)).roomIds.length === 1)
  })

  test('are dropped unless they were put since the claim', async () => {
    const leases = pod(0)
    await leases.put('gone')
    await leases.put('back')
    const claimed = await pod(60_000).claim(10)
    await pod(1).put('back')
    await leases.drop(claimed)
    await eventually(async () => expect((await leases.claim(10)).roomIds).toEqual(['back']))
  })

  test('keep their time when ensured, and are restored when lost', async () => {
    await pod(60_000).put('r')
    await pod(0).ensure('r')
    await pod(0).ensure('lost')
    expect((await pod().claim(10)).roomIds).toEqual(['lost'])
  })
})
