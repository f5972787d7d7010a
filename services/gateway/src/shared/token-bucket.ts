export interface TokenBucketSettings {
  readonly burst: number
  readonly perSecond: number
}

/** Allows a `burst` at once and `perSecond` on average. */
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

  take(nowMs: number): boolean {
    const { burst, perSecond } = this.settings
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, nowMs - this.#atMs) / 1000) * perSecond)
    this.#atMs = nowMs
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
