/** How many lines a server takes from one player. */
export interface LineLimit {
  /** At once. */
  readonly burst: number
  readonly perSecond: number
}

const MS_PER_SECOND = 1_000

/** What one player may still write: as many lines as the limit gives back, and never all of its burst. */
export class LineBudget {
  readonly #intervalMs: number
  readonly #aheadMs: number
  /** When all lines so far would be paid for at the steady rate. */
  #paidAtMs = 0

  constructor(limit: LineLimit | undefined) {
    this.#intervalMs = limit ? MS_PER_SECOND / limit.perSecond : 0
    // The server's clock and this one do not start together: half of the burst stays unused.
    this.#aheadMs = limit ? (limit.burst / 2) * this.#intervalMs : 0
  }

  waitMs(nowMs: number): number {
    return Math.max(0, this.#paidAtMs - this.#aheadMs - nowMs)
  }

  spend(nowMs: number): void {
    this.#paidAtMs = Math.max(this.#paidAtMs, nowMs) + this.#intervalMs
  }
}
