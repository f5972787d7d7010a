import rateLimit from '@fastify/rate-limit'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../../shared/networks.js'
import { TokenBucket } from '../../shared/token-bucket.js'
import { visitorOf } from './access.js'

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

// `max` would allocate all of them for each route.
const ACCOUNTS = { maxSize: 50_000, sizeCalculation: () => 1 }

/** `@fastify/rate-limit` has only fixed windows and would replace the network's limit. */
export function limitPerAccount(perMinute: number, now: () => number, burst = perMinute) {
  const buckets = new LRUCache<number, TokenBucket>(ACCOUNTS)
  return async (request: FastifyRequest): Promise<void> => {
    const player = visitorOf(request)
    if (!player) return
    const bucket = buckets.get(player.account.id) ?? new TokenBucket({ burst, perSecond: perMinute / 60 }, now())
    buckets.set(player.account.id, bucket)
    if (!bucket.take(now())) throw new KlaError('RATE_LIMITED')
  }
}
