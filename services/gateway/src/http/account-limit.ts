import { KlaError } from '@kla/chassis'
import { LRUCache } from 'lru-cache'
import { TokenBucket } from '../token-bucket.js'

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
