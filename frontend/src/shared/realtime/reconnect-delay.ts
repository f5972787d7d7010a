/** The specification's back-off: half to one and a half of a doubling delay. */
export const RECONNECT = { delayMs: 1000, maxDelayMs: 5000, randomization: 0.5, growth: 2 } as const

/** Milliseconds before the first attempt. `spreadMs`: requested by the gateway. */
export const reconnectDelayMs = (random: () => number, spreadMs: number): number =>
  RECONNECT.delayMs * (1 + RECONNECT.randomization * (2 * random() - 1)) + random() * spreadMs

/** Returns half to one and a half of `afterMs`. */
export const retryDelayMs = (random: () => number, afterMs: number): number => afterMs * (0.5 + random())
