import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createRedis } from '@kla/chassis'
import { infrastructure, quietLogger } from '@kla/testkit'
import { context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { keepCallers } from '../../src/tracing/callers-of-redis.js'

const CALLER = createContextKey('caller')

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
afterAll(() => context.disable())

test.each([true, false])('each command is sent in the context of who asked for it (pipelined: %p)', async (autoPipelining) => {
  const redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger(), autoPipelining })
  await redis.ping()
  const sentFor: unknown[] = []
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (...sent) => {
    sentFor.push([sent[0].args[0], context.active().getValue(CALLER)])
    return send(...sent)
  }
  keepCallers(redis)
  const ask = (caller: string): Promise<string> =>
    context.with(ROOT_CONTEXT.setValue(CALLER, caller), () => redis.echo(caller))

  expect(await Promise.all([ask('one'), ask('two'), ask('three')])).toEqual(['one', 'two', 'three'])
  expect(sentFor).toEqual(['one', 'two', 'three'].map((caller) => [caller, caller]))
  redis.disconnect()
})
