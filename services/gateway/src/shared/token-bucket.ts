export interface TokenBucketSettings {
  readonly burst: number
  readonly perSecond: number
}

/** Lets `burst` through at once and `perSecond` in the long run. */
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

  /** Whether one more may pass at `nowMs`. */
  take(nowMs: number): boolean {
    const { burst, perSecond } = this.settings
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, nowMs - this.#atMs) / 1000) * perSecond)
    this.#atMs = nowMs
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
