import { createHash } from 'node:crypto'
import { Redis, type RedisOptions } from 'ioredis'
import { KlaError } from './errors.js'
import type { Logger } from './logger.js'
import type { Metrics } from './metrics.js'
import { type Outage, outageOf } from './outages.js'
import { redisFaults } from './preflight/redis-faults.js'
import { isService } from './preflight/store-rights.js'
import { watchRights } from './preflight/watch-rights.js'
import { dropRefused } from './redis-refused.js'

/** Makes one system call per event loop turn. */
export function gatherWrites(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (...sent) => {
    corkUntilNextTurn(redis.stream)
    return send(...sent)
  }
}

function corkUntilNextTurn(stream: Redis['stream'] | undefined): void {
  if (!stream || stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

const SENTINEL = /^(rediss?)\+sentinel:$/
const SENTINEL_PORT = 26_379

/**
 * Parses `redis://user:password@host:6379/0`, `rediss://`, and sentinels:
 * `redis+sentinel://user:password@s1:26379/<primary>,redis+sentinel://s2:26379`, with `?sentinelPassword=`;
 * `rediss+sentinel://` means TLS to all.
 */
export function redisAddress(addresses: string): RedisOptions {
  const urls = addresses.split(',').map((address) => new URL(address.trim()))
  const [first, ...others] = urls as [URL, ...URL[]]
  const [, scheme] = SENTINEL.exec(first.protocol) ?? []
  if (scheme === undefined && others.length > 0) throw new Error('several Redis addresses that are not sentinels')
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

// TCP alone detects a dead server after 15 minutes.
const SILENT_MS = 5_000
const CONNECT_WITHIN_MS = 3_000

/** A reconnecting client. Commands reject after `commandTimeoutMs`, and are not sent afterwards. */
export function createRedis(options: {
  /** An address as {@link redisAddress} parses it. */
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
    // The default waits forever.
    sentinelCommandTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: null,
    // CLIENT SETINFO would need another permission.
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(50 * times, 1_000),
    reconnectOnError: createReconnectOnError(),
  })
  redis.on('error', (error) => options.log.warn({ err: error }, 'Redis is not answering'))
  redis.on('close', () => clearSilenceTimer(redis))
  gatherWrites(redis)
  dropRefused(redis)
  options.metrics?.dependencies.set('redis', () => redis.status === 'ready' && canWrite(redis))
  if (options.metrics && isService(options.metrics.service)) {
    const { metrics, log } = options
    const service = options.metrics.service
    const closed = (): boolean => redis.status === 'end'
    void watchRights({ store: 'redis', ask: () => redisFaults(redis, service), closed, metrics, log })
  }
  return redis
}

/** Failures after which the name may lead to another server. */
const MOVED_OUTAGES: ReadonlySet<Outage> = new Set(['read-only', 'lost', 'starting'])
/** Minimum between reconnects, for commands to run. */
const RECONNECT_INTERVAL_MS = 1_000

function createReconnectOnError(): (error: Error) => boolean {
  let reconnectedAt = -Infinity
  return (error) => {
    const outage = outageOf(error)
    if (outage === undefined || !MOVED_OUTAGES.has(outage) || performance.now() - reconnectedAt < RECONNECT_INTERVAL_MS)
      return false
    reconnectedAt = performance.now()
    return true
  }
}

/** Redis refuses this script wherever it would refuse a write. */
const MAY_WRITE = '#!lua\nreturn 1'

const canWrite = (redis: Redis): Promise<boolean> => redis.eval(MAY_WRITE, 0).then(() => true)

/** ioredis leaves this timer running, which would end the next connection. */
function clearSilenceTimer(redis: Redis): void {
  const internals = redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout | undefined }
  clearTimeout(internals.socketTimeoutTimer)
  internals.socketTimeoutTimer = undefined
}

/** A Lua script that runs atomically. */
export interface Script<Answer> {
  run(redis: Redis, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<Answer>
}

/** Lua: `now`, Redis' time in Unix milliseconds, one clock for all pods. */
export const LUA_NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

export interface ScriptOptions {
  /** Runs even without memory, for scripts that add nothing. */
  readonly whenFull?: boolean
}

/** Calls a script by hash, and loads it where unknown. */
export function defineScript<Answer>(text: string, { whenFull = false }: ScriptOptions = {}): Script<Answer> {
  const lua = whenFull ? `#!lua flags=allow-oom\n${text}` : text
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

/** Maps outages to UNAVAILABLE. Others are rejected without the command's arguments. */
export async function mapRedisErrors<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // ioredis attaches the arguments, which must not be logged.
    Reflect.deleteProperty(error, 'command')
    const isDefect = error.name === 'ReplyError' && outageOf(error) === undefined
    throw isDefect ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
  }
}
