import { PATIENCE, RATE_LIMITS, type RateClass } from './rate-limits.js'
import { TokenBucket } from '../token-bucket.js'

/** Whether a frame may pass, has to be refused, or was one too many. */
export type RateVerdict = 'pass' | 'refuse' | 'close'

/** The limits of one connection. */
export class RateLimiter {
  readonly #buckets = new Map<RateClass, TokenBucket>()
  #patience: TokenBucket | undefined

  constructor(private readonly now: () => number) {}

  judge(rate: RateClass): RateVerdict {
    const nowMs = this.now()
    const bucket = this.#buckets.get(rate) ?? new TokenBucket(RATE_LIMITS[rate], nowMs)
    this.#buckets.set(rate, bucket)
    if (bucket.take(nowMs)) return 'pass'
    this.#patience ??= new TokenBucket(PATIENCE, nowMs)
    return this.#patience.take(nowMs) ? 'refuse' : 'close'
  }
}
