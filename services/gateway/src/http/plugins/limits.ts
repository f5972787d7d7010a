import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { KlaError } from '@kla/chassis'
import { networkOf } from '../../shared/networks.js'
import { TokenBucket } from '../../shared/token-bucket.js'

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

/** How often one account may make a call that costs one at somebody else's, whatever addresses it comes from. */
export class AccountLimit {
  readonly #buckets = new LRUCache<number, TokenBucket>({ max: ACCOUNTS_MAX })

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
  ) {}

  /** Counts one call. Throws RATE_LIMITED. */
  count(accountId: number): void {
    const nowMs = this.now()
    const settings = { burst: this.perMinute, perSecond: this.perMinute / 60 }
    const bucket = this.#buckets.get(accountId) ?? new TokenBucket(settings, nowMs)
    this.#buckets.set(accountId, bucket)
    if (!bucket.take(nowMs)) throw new KlaError('RATE_LIMITED')
  }
}
