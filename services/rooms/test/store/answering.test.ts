import { expect, test } from '@jest/globals'
import { infrastructure } from '@kla/testkit'
import { Redis } from 'ioredis'
import { answering } from '../../src/store/answering.js'

test('an outage is UNAVAILABLE', async () => {
  await expect(answering(Promise.reject(new Error('Command timed out')))).rejects.toMatchObject({
    reason: 'UNAVAILABLE',
  })
})

test('a Redis that is still loading is UNAVAILABLE', async () => {
  const loading = Object.assign(new Error('LOADING Redis is loading the dataset in memory'), { name: 'ReplyError' })
  await expect(answering(Promise.reject(loading))).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
})

test('a fault of ours stays itself, without the arguments it was sent with', async () => {
  const redis = new Redis(infrastructure().redisUrl)
  const failure: unknown = await answering(redis.eval('return nothing()', 0, 'a whole record')).catch((error) => error)
  redis.disconnect()
  expect(failure).toMatchObject({ name: 'ReplyError' })
  expect(JSON.stringify(failure)).not.toContain('a whole record')
})
