/** Redis' time between its answers: what goes by it need not ask. */
export interface StoreClock {
  /** An answer has just come, given at `nowMs`. */
  heard(nowMs: number): void
  /** Unix milliseconds. Behind Redis by what its quickest answers took, never ahead; 0 before the first. */
  nowMs(): number
}

/** For so long an answer says what time it is: what Redis' clock and ours drift apart within it is nothing. */
const TRUSTED_MS = 2_000

/** Of the answers of late the quickest knows best: it makes the time the latest. */
export function createStoreClock(): StoreClock {
  let best = -Infinity
  let bestBefore = -Infinity
  let since = -Infinity

  return {
    heard(nowMs) {
      const at = performance.now()
      if (at - since > TRUSTED_MS / 2) [bestBefore, best, since] = [best, -Infinity, at]
      best = Math.max(best, nowMs - at)
    },
    nowMs: () => Math.max(0, Math.floor(performance.now() + Math.max(best, bestBefore))),
  }
}
