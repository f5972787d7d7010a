import { describe, expect, test } from '@jest/globals'
import { infrastructure } from '@kla/testkit'
import { Redis } from 'ioredis'
import { mapRedisErrors } from '../src/redis.js'

describe('mapRedisErrors', () => {
  test('rejects with UNAVAILABLE when Redis does not answer', async () => {
    const reply = Promise.reject(new Error('Command timed out'))
    await expect(mapRedisErrors(reply)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })

  test.each(['LOADING', 'READONLY', 'CLUSTERDOWN', 'OOM'])('rejects with UNAVAILABLE when Redis replies %s', async (code) => {
    const error = Object.assign(new Error(`${code} and why`), { name: 'ReplyError' })
    await expect(mapRedisErrors(Promise.reject(error))).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })

  test('keeps the error of a defective command, without its arguments', async () => {
    const redis = new Redis(infrastructure().redisUrl)
    const failure: unknown = await mapRedisErrors(redis.eval('return nothing()', 0, 'a whole record')).catch(
      (error) => error,
    )
    redis.disconnect()
    expect(failure).toMatchObject({ name: 'ReplyError' })
    expect(JSON.stringify(failure)).not.toContain('a whole record')
  })
})
