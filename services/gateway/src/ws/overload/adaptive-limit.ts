/** Bounds and target times of an adaptive limit. */
export interface AdaptiveLimitOptions {
  readonly min: number
  readonly max: number
  readonly start: number
  /** Successes slower than this do not widen the limit. */
  readonly targetMs: number
  /** Calls slower than this narrow the limit, like failures. */
  readonly tooSlowMs: number
}

/** A finished call, as the limit judges it. */
export interface EndedCall {
  readonly beganAtMs: number
  readonly nowMs: number
  /** True if the service was away or late. A refusal by its rules is a success. */
  readonly failed: boolean
}

const SHRINK_FACTOR = 0.7

/**
 * Limit of concurrent calls: one more after each full window of quick successes, 30 % fewer when the service is
 * overloaded (AIMD, as in TCP congestion control).
 */
export class AdaptiveLimit {
  #limit: number
  #running = 0
  #quick = 0
  #shrunkAtMs = -Infinity

  constructor(private readonly options: AdaptiveLimitOptions) {
    this.#limit = options.start
  }

  get limit(): number {
    return this.#limit
  }

  get running(): number {
    return this.#running
  }

  get hasRoom(): boolean {
    return this.#running < this.#limit
  }

  begin(): void {
    this.#running += 1
  }

  end({ beganAtMs, nowMs, failed }: EndedCall): void {
    const { min, max, targetMs, tooSlowMs } = this.options
    // An unused limit says nothing about the service's capacity.
    const isUsed = this.#running * 2 >= this.#limit
    this.#running -= 1
    const tookMs = nowMs - beganAtMs
    if (failed || tookMs > tooSlowMs) {
      this.#quick = 0
      // The call began under the wider limit.
      if (beganAtMs < this.#shrunkAtMs) return
      this.#shrunkAtMs = nowMs
      this.#limit = Math.max(min, Math.floor(this.#limit * SHRINK_FACTOR))
    } else if (tookMs <= targetMs && isUsed && ++this.#quick >= this.#limit) {
      this.#quick = 0
      this.#limit = Math.min(max, this.#limit + 1)
    }
  }
}
