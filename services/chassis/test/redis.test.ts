import { Writable } from 'node:stream'
import { setImmediate as turnEnds } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createRedis, defineScript } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { Redis } from 'ioredis'
import { gatherWrites, mapRedisErrors } from '../src/redis.js'

describe('mapRedisErrors', () => {
  test('rejects with UNAVAILABLE when Redis does not answer', async () => {
    const reply = Promise.reject(new Error('Command timed out'))
    await expect(mapRedisErrors(reply)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })

  test('rejects with UNAVAILABLE while Redis cannot serve', async () => {
    const error = Object.assign(new Error('OOM and why'), { name: 'ReplyError' })
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

describe('a script', () => {
  test('is sent again to a server that has lost its scripts, or to another server', async () => {
    const redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
    const operator = new Redis(infrastructure().redisUrl)
    const script = defineScript<number>(`return tonumber(ARGV[1]) + 1 -- ${uniqueName('script')}`)
    expect(await script.run(redis, [], [1])).toBe(2)
    await operator.script('FLUSH')
    expect(await Promise.all([script.run(redis, [], [2]), script.run(redis, [], [3])])).toEqual([3, 4])
    redis.disconnect()
    operator.disconnect()
  })
})

type Pretended = Pick<Redis, 'sendCommand'> & { stream: Writable | undefined }

/** A client that writes to a stream, which notes what comes in one write. */
function pretend(): { redis: Pretended; say: (text: string) => void; writes: string[]; connect: () => void } {
  const writes: string[] = []
  const connect = (): void => {
    redis.stream = new Writable({
      write(chunk, _encoding, done) {
        writes.push(String(chunk))
        done()
      },
      writev(chunks, done) {
        writes.push(chunks.map(({ chunk }) => String(chunk)).join(' '))
        done()
      },
    })
  }
  const redis: Pretended = { stream: undefined, sendCommand: (text: unknown) => redis.stream?.write(text) }
  gatherWrites(redis as Redis)
  return { redis, say: redis.sendCommand as unknown as (text: string) => void, writes, connect }
}

describe('gatherWrites', () => {
  test('sends the commands of one turn in one write, in order', async () => {
    const { say, writes, connect } = pretend()
    connect()
    say('one')
    await Promise.resolve()
    say('two')
    expect(writes).toEqual([])
    await turnEnds()
    expect(writes).toEqual(['one two'])
    say('three')
    await turnEnds()
    expect(writes).toEqual(['one two', 'three'])
  })

  test('writes separately to a connection that opens meanwhile', async () => {
    const { say, writes, connect } = pretend()
    say('to nobody')
    connect()
    say('one')
    connect()
    say('two')
    await turnEnds()
    expect(writes).toEqual(['one', 'two'])
  })

  test('resolves each command with its own reply', async () => {
    const redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
    const [key, other] = [uniqueName('key'), uniqueName('key')]
    const answers = [redis.set(key, 'text'), redis.get(key), redis.incr(key), redis.get(other)]
    const settled = await Promise.allSettled(answers)
    expect(settled).toMatchObject([
      { value: 'OK' },
      { value: 'text' },
      { reason: { message: expect.stringContaining('not an integer') } },
      { value: null },
    ])
    redis.disconnect()
  })
})
