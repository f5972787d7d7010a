import { type TokenBucketSettings, TokenBucket } from '../shared/token-bucket.js'

/**
 * What one connection may send, by class of event: a burst, and what comes back each second. People stay far below;
 * `signal` has room for the candidates of a machine with many networks, all at once.
 */
export const RATE_LIMITS = {
  sign: { burst: 5, perSecond: 0.5 },
  lobby: { burst: 10, perSecond: 1 },
  entry: { burst: 20, perSecond: 2 },
  battle: { burst: 40, perSecond: 10 },
  // Each crosses three services and they run beside each other; a round of a minute has five of them at most.
  spend: { burst: 10, perSecond: 1 },
  // A report takes along the last two hundred lines of each person: to push one's own out of them takes half a minute.
  chat: { burst: 40, perSecond: 5 },
  signal: { burst: 200, perSecond: 50 },
  // Once for each connection between browsers, which takes seconds to make.
  measure: { burst: 5, perSecond: 0.2 },
  /** Frames that are none, and events that do not exist. */
  invalid: { burst: 20, perSecond: 2 },
} as const satisfies Record<string, TokenBucketSettings>

export type RateClass = keyof typeof RATE_LIMITS

/** How many RATE_LIMITED answers a connection gets before it is closed: a client that slows down stays. */
export const ABUSE_LIMIT: TokenBucketSettings = { burst: 100, perSecond: 5 }

/** Whether a frame may pass, has to be refused, or was one too many. */
type RateVerdict = 'pass' | 'refuse' | 'close'

/** The limits of one connection. */
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
