/** Time as a dependency, for tests. */
export interface Clock {
  /** Returns Unix milliseconds now. */
  now(): number
  /** Returns the cancel function. */
  after(delayMs: number, run: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
