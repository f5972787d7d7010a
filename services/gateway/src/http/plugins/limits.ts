import rateLimit from '@fastify/rate-limit'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../shared/at-most.js'
import { networkOf } from '../../shared/networks.js'
import { TokenBucket, type TokenBucketSettings } from '../../shared/token-bucket.js'
import { administratorOf, visitorOf } from './access.js'

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Limits requests per minute and network; a flood could make up cookies. */
export async function registerRateLimit(
  app: FastifyInstance,
  { perMinute, behindProxy }: { perMinute: number; behindProxy: boolean },
): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkOf(ip),
    allowList: (request) => !behindProxy && LOOPBACK.has(request.ip),
    errorResponseBuilder: () => new KlaError('RATE_LIMITED'),
  })
}

const ACCOUNTS_MAX = 50_000

/** `@fastify/rate-limit` has only fixed windows and would replace the network's limit. */
export function limitPerAccount(perMinute: number, now: () => number, burst = perMinute) {
  return limitPer((request) => visitorOf(request)?.account.id, { burst, perSecond: perMinute / 60 }, now)
}

/** Each process counts its own. */
export const limitPerAdministrator = (perHour: number, now: () => number) =>
  limitPer((request) => administratorOf(request).name, { burst: perHour, perSecond: perHour / 3_600 }, now)

function limitPer(
  keyOf: (request: FastifyRequest) => number | string | undefined,
  settings: TokenBucketSettings,
  now: () => number,
) {
  const buckets = new LRUCache<number | string, TokenBucket>(atMost(ACCOUNTS_MAX))
  return async (request: FastifyRequest): Promise<void> => {
    const key = keyOf(request)
    if (key === undefined) return
    const bucket = buckets.get(key) ?? new TokenBucket(settings, now())
    buckets.set(key, bucket)
    if (!bucket.take(now())) throw new KlaError('RATE_LIMITED')
  }
}
