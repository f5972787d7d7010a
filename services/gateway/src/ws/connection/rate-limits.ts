import { TokenBucket, type TokenBucketSettings } from '../../shared/token-bucket.js'

/** Limits per connection. `signal` allows for candidates of many networks at once. */
export const RATE_LIMITS = {
  sign: { burst: 5, perSecond: 0.5 },
  lobby: { burst: 10, perSecond: 1 },
  entry: { burst: 20, perSecond: 2 },
  /** Panic exit; no other event uses this up. */
  exit: { burst: 10, perSecond: 1 },
  battle: { burst: 40, perSecond: 10 },
  // Each event crosses three services; a round has at most five.
  spend: { burst: 10, perSecond: 1 },
  // Reports include 200 messages of each player: pushing those out takes half a minute.
  chat: { burst: 40, perSecond: 5 },
  reveal: { burst: 2, perSecond: 2 },
  typing: { burst: 10, perSecond: 5 },
  probe: { burst: 10, perSecond: 2 },
  signal: { burst: 200, perSecond: 50 },
  measure: { burst: 5, perSecond: 0.2 },
  /** Pings and pongs; clients answer about every ten seconds. */
  control: { burst: 20, perSecond: 2 },
  /** Malformed frames and unknown events. */
  invalid: { burst: 20, perSecond: 2 },
} as const satisfies Record<string, TokenBucketSettings>

/** Class of events that share a limit. */
export type RateClass = keyof typeof RATE_LIMITS

/** RATE_LIMITED answers before the connection is closed. */
export const ABUSE_LIMIT: TokenBucketSettings = { burst: 100, perSecond: 5 }

type RateVerdict = 'pass' | 'refuse' | 'close'

export class RateLimiter {
  readonly #buckets = new Map<RateClass, TokenBucket>()
  #abuse: TokenBucket | undefined

  constructor(private readonly now: () => number) {}

  judge(rate: RateClass): RateVerdict {
    const nowMs = this.now()
    const bucket = this.#buckets.get(rate) ?? new TokenBucket(RATE_LIMITS[rate], nowMs)
    this.#buckets.set(rate, bucket)
    if (bucket.take(nowMs)) return 'pass'
    this.#abuse ??= new TokenBucket(ABUSE_LIMIT, nowMs)
    return this.#abuse.take(nowMs) ? 'refuse' : 'close'
  }
}
