/** Burst and average rate of a bucket. */
export interface TokenBucketSettings {
  readonly burst: number
  readonly perSecond: number
}

/** Allows a `burst`, and `perSecond` on average. */
export class TokenBucket {
  #tokens: number
  #atMs: number

  constructor(
    private readonly settings: TokenBucketSettings,
    nowMs: number,
  ) {
    this.#tokens = settings.burst
    this.#atMs = nowMs
  }

  has(nowMs: number): boolean {
    const { burst, perSecond } = this.settings
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, nowMs - this.#atMs) / 1000) * perSecond)
    this.#atMs = nowMs
    return this.#tokens >= 1
  }

  take(nowMs: number): boolean {
    if (!this.has(nowMs)) return false
    this.#tokens -= 1
    return true
  }
}
