import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createRedis } from '@kla/chassis'
import { LOCAL_DIRECTORY, type Platform, type PlatformOptions, type ServiceName, startPlatform } from '@kla/local'
import { infrastructure, quietLogger } from '@kla/testkit'

/** Matches lines such as: ... [ERR] 127.0.0.1:51188 - cid:12 - "v2.29.3:nodejs:auth" - Publish Violation - ... */
const VIOLATION = /(?:Publish|Subscription) Violation.*/g

/**
 * Lists commands, keys and subjects that Redis and NATS have refused since their start. A service that needs more than
 * its users' tables allow (services/chassis/src/preflight/store-rights.ts) shows here.
 */
export async function storeRefusals(platform: Platform): Promise<readonly string[]> {
  const [redis, nats] = await Promise.all([redisRefusals(platform), natsRefusals(platform)])
  return [...redis, ...nats]
}

/** Clears Redis's refusals; NATS's log stays. */
export async function forgetRedisRefusals(platform: Platform): Promise<void> {
  await asOperator(platform, (redis) => redis.call('ACL', 'LOG', 'RESET'))
}

async function redisRefusals(platform: Platform): Promise<string[]> {
  if (!platform.infrastructure.redis.process?.running()) return []
  const entries = (await asOperator(platform, (redis) => redis.call('ACL', 'LOG'))) as unknown[][]
  return entries.map((entry) => {
    const said = Object.fromEntries(
      entry.flatMap((value, at) => (at % 2 === 0 ? [[String(value), entry[at + 1]]] : [])),
    )
    return `Redis: ${String(said['username'])} ${String(said['reason'])} ${String(said['object'])} (${String(said['context'])})`
  })
}

async function natsRefusals(platform: Platform): Promise<string[]> {
  const log = await readFile(join(platform.logDirectory, 'nats.log'), 'utf8').catch(() => '')
  return [...log.matchAll(VIOLATION)].map(([said]) => `NATS: ${said}`)
}

async function asOperator<T>(
  platform: Platform,
  work: (redis: ReturnType<typeof createRedis>) => Promise<T>,
): Promise<T> {
  const redis = createRedis({ url: platform.infrastructure.redis.url, log: quietLogger() })
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

/** Phases long enough to act in, and short enough for a test. */
export const SHORT_PHASES = {
  BATTLE_PROMPT_MS: '1500',
  BATTLE_SHOW_MS: '1500',
  BATTLE_VOTE_MS: '2500',
  BATTLE_RESULT_MS: '1500',
  TICK_MS: '500',
  LOG_LEVEL: 'warn',
} as const

/**
 * Starts all of Kla with its own database, Redis and NATS, which a test may restart. Logs stay in
 * `.local/test-logs/<name>`. Closing rejects if Redis or NATS refused a service something, so every suite checks store
 * users.
 */
export async function startTestPlatform(
  name: string,
  options: Pick<PlatformOptions, 'processes' | 'environment' | 'route'> = {},
): Promise<Platform> {
  const logDirectory = join(LOCAL_DIRECTORY, 'test-logs', name)
  await rm(logDirectory, { recursive: true, force: true })
  const platform = await startPlatform({
    ...options,
    logDirectory,
    infrastructure: { postgresUrl: infrastructure().postgresUrl },
    ownDatabase: true,
    environment: { ...SHORT_PHASES, ...options.environment },
  })
  return Object.assign(platform, { close: closeUnrefused(platform) })
}

function closeUnrefused(platform: Platform): () => Promise<void> {
  const close = platform.close.bind(platform)
  return async () => {
    let refusals: readonly string[]
    try {
      refusals = await storeRefusals(platform)
    } finally {
      await close()
    }
    if (refusals.length > 0) throw new Error(`The stores have refused something:\n${refusals.join('\n')}`)
  }
}

export interface KillOptions {
  /** Services that always keep one process. */
  readonly sparing?: readonly ServiceName[]
  /** Resolves when a kill is useful; default: at any time. */
  readonly moment?: () => Promise<unknown>
}

/**
 * Kills and replaces processes of these services until `work` is over: one of a service, another one, then all. Returns
 * the number of kills.
 */
export async function killWhile(
  platform: Platform,
  services: readonly ServiceName[],
  work: Promise<unknown>,
  options: KillOptions = {},
): Promise<number> {
  let over = false
  let killed = 0
  const end = (): void => void (over = true)
  const ended = work.then(end, end)

  const churn = async (): Promise<void> => {
    for (let turn = 0; !over; turn++) {
      const service = services[turn % services.length]
      if (service === undefined) return
      if (options.moment) await Promise.race([options.moment(), ended])
      if (over) return
      const running = platform.running(service)
      const round = Math.floor(turn / services.length)
      const all = round % 3 === 2 && !options.sparing?.includes(service)
      const victims = all ? running : running.slice(round % running.length).slice(0, 1)
      await Promise.all(victims.map((victim) => platform.kill(victim)))
      await Promise.all(victims.map(() => platform.start(service)))
      killed += victims.length
    }
  }
  const [worked, churned] = await Promise.allSettled([work, churn()])
  for (const result of [worked, churned]) if (result.status === 'rejected') throw result.reason
  return killed
}
