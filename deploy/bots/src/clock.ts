/** Time as a dependency, so that tests need not wait. */
export interface Clock {
  /** Returns the time in Unix milliseconds. */
  now(): number
  /** Runs once after `delayMs`. Returns the cancel function. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
