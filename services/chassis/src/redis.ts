import { createHash } from 'node:crypto'
import { type RedisOptions, Redis } from 'ioredis'
import { KlaError } from './errors.js'
import type { Logger } from './logger.js'
import type { Metrics } from './metrics.js'

/**
 * Lets the commands of one turn of the event loop go to Redis in one write, and their answers come back in one: each is a
 * system call, here and in the server. Nothing else changes: each command has its own answer and its own time.
 */
export function gatherWrites(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (...sent) => {
    holdBack(redis.stream)
    return send(...sent)
  }
}

/** There is no stream before the first connection. */
function holdBack(stream: Redis['stream'] | undefined): void {
  if (!stream || stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

const SENTINEL = /^(rediss?)\+sentinel:$/
const SENTINEL_PORT = 26_379

/**
 * What an address says: `redis://user:password@host:6379/0`, `rediss://` for TLS. Behind sentinels it is theirs, with
 * commas between them: `redis+sentinel://user:password@s1:26379/<name of the primary>,redis+sentinel://s2:26379`; user
 * and password are those of the primary, `?sentinelPassword=` that of the sentinels, and `rediss+sentinel://` means TLS
 * to all of them.
 */
export function redisAddress(addresses: string): RedisOptions {
  const urls = addresses.split(',').map((address) => new URL(address.trim()))
  const [first, ...others] = urls as [URL, ...URL[]]
  const [, scheme] = SENTINEL.exec(first.protocol) ?? []
  if (scheme === undefined && others.length > 0) throw new Error('several servers of Redis that are no sentinels')
  const secure = (scheme ?? first.protocol).startsWith('rediss')
  const name = decodeURIComponent(first.pathname.slice(1))
  const sentinelPassword = first.searchParams.get('sentinelPassword')
  return {
    ...(first.username === '' ? {} : { username: decodeURIComponent(first.username) }),
    ...(first.password === '' ? {} : { password: decodeURIComponent(first.password) }),
    ...(secure ? { tls: {} } : {}),
    ...(scheme === undefined
      ? { host: hostOf(first), port: Number(first.port || 6_379), ...(name === '' ? {} : { db: Number(name) }) }
      : {
          name,
          sentinels: urls.map((url) => ({ host: hostOf(url), port: Number(url.port || SENTINEL_PORT) })),
          ...(sentinelPassword === null ? {} : { sentinelPassword }),
          enableTLSForSentinelMode: secure,
        }),
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

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

/** Error replies of a Redis that runs but cannot serve yet, or any more: starting, failing over, out of memory. */
const CANNOT_SERVE = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|OOM|BUSY)/

/**
 * Waits for a reply of Redis. Rejects with UNAVAILABLE if none comes or Redis cannot serve; any other error reply is a
 * defect of the command and is rejected as it is, without the arguments of the command.
 */
export async function mapRedisErrors<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // ioredis keeps the command and its arguments, whole records, on the error: they must not reach a log.
    Reflect.deleteProperty(error, 'command')
    const isDefect = error.name === 'ReplyError' && !CANNOT_SERVE.test(error.message)
    throw isDefect ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
  }
}
