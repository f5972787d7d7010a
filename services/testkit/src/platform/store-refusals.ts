import { createRedis } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quietLogger } from '../infrastructure.js'

/** Lines of nats-server such as: ... [ERR] 127.0.0.1:51188 - cid:12 - "v2.29.3:nodejs:auth" - Publish Violation - ... */
const VIOLATION = /(?:Publish|Subscription) Violation.*/g

/**
 * What Redis and NATS have refused a user since they were started: a command, a key, a subject. A service that was built
 * with more than its users' tables allow (deploy/local/src/store-users) shows here, in whichever suite meets it.
 */
export async function storeRefusals(platform: Platform): Promise<readonly string[]> {
  const [redis, nats] = await Promise.all([redisRefusals(platform), natsRefusals(platform)])
  return [...redis, ...nats]
}

/** Forgets what Redis has refused; of NATS the log stays. */
export async function forgetRedisRefusals(platform: Platform): Promise<void> {
  await asOperator(platform, (redis) => redis.call('ACL', 'LOG', 'RESET'))
}

async function redisRefusals(platform: Platform): Promise<string[]> {
  if (!platform.infrastructure.redis.process?.running()) return []
  const entries = (await asOperator(platform, (redis) => redis.call('ACL', 'LOG'))) as unknown[][]
  return entries.map((entry) => {
    const said = Object.fromEntries(entry.flatMap((value, at) => (at % 2 === 0 ? [[String(value), entry[at + 1]]] : [])))
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
