import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { gatherWrites } from './gather-writes.js'
import type { Logger } from './logger.js'
import type { Metrics } from './metrics.js'
import { redisAddress } from './redis-address.js'

export type { Redis } from 'ioredis'

// A server that has died says nothing: without these it would be missed when TCP gives up, a quarter of an hour later.
const SILENT_MS = 5_000
const CONNECT_WITHIN_MS = 3_000

/**
 * A connection to Redis that comes back by itself. Commands wait at most `commandTimeoutMs` and then reject, so that
 * a caller hears of an outage within its deadline. What one turn of the event loop asks goes out together.
 */
export function createRedis(options: {
  /** As {@link redisAddress} reads it. */
  url: string
  log: Logger
  commandTimeoutMs?: number
  metrics?: Metrics
}): Redis {
  const redis = new Redis({
    ...redisAddress(options.url),
    commandTimeout: options.commandTimeoutMs ?? 2_000,
    socketTimeout: SILENT_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: null,
    // A command more that a user of Redis would have to be allowed, for a name in CLIENT LIST.
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(50 * times, 1_000),
    reconnectOnError: (error) => error.message.startsWith('READONLY') || error.message.startsWith('LOADING'),
  })
  redis.on('error', (error) => options.log.warn({ err: error }, 'Redis is not answering'))
  redis.on('close', () => forgetSilence(redis))
  gatherWrites(redis)
  options.metrics?.dependencies.set('redis', async () => redis.status === 'ready' && (await redis.ping()) === 'PONG')
  return redis
}

/** ioredis leaves that clock running when a connection is lost, and would end the next one for the silence of this. */
function forgetSilence(redis: Redis): void {
  const clocked = redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout | undefined }
  clearTimeout(clocked.socketTimeoutTimer)
  clocked.socketTimeoutTimer = undefined
}

/** A Lua script that is sent once and then called by its hash. */
export interface Script<Answer> {
  run(redis: Redis, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<Answer>
}

/** A Lua script; a server that has forgotten it gets it again. */
export function defineScript<Answer>(lua: string): Script<Answer> {
  const sha = createHash('sha1').update(lua).digest('hex')
  return {
    async run(redis, keys, args) {
      try {
        return (await redis.evalsha(sha, keys.length, ...keys, ...args)) as Answer
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
        return (await redis.eval(lua, keys.length, ...keys, ...args)) as Answer
      }
    },
  }
}
