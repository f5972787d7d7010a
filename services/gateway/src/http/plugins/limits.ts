import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { KlaError } from '@kla/chassis'
import { networkOf } from '../../shared/networks.js'
import { TokenBucket } from '../../shared/token-bucket.js'
import { visitorOf } from './access.js'

/** Where a request without a proxy before us comes from if it comes from this very machine. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * So many requests a minute from one network. The network and not the cookie, as whoever floods can make up cookies.
 * Tools on the machine itself are not limited; behind a proxy the address is the one that the proxy has seen.
 */
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

// About 200 bytes each. An account that is forgotten has not asked for long, or stands behind 50,000 others.
const ACCOUNTS_MAX = 50_000

/**
 * A hook that limits how often one account may make a call, from whatever addresses. Visitors are not counted. A bucket
 * and not the plugin's fixed window: whoever waits a moment may go on.
 */
export function limitPerAccount(perMinute: number, now: () => number) {
  const buckets = new LRUCache<number, TokenBucket>({ max: ACCOUNTS_MAX })
  return async (request: FastifyRequest): Promise<void> => {
    const player = visitorOf(request)
    if (!player) return
    const bucket = buckets.get(player.account.id) ?? new TokenBucket({ burst: perMinute, perSecond: perMinute / 60 }, now())
    buckets.set(player.account.id, bucket)
    if (!bucket.take(now())) throw new KlaError('RATE_LIMITED')
  }
}
