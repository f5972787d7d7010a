/** The specification's back-off: half to one and a half of a doubling delay. */
export const RETURN = { delayMs: 1000, maxDelayMs: 5000, randomization: 0.5, growth: 2 } as const

/** Milliseconds before the first attempt. `spreadMs`: requested by the gateway. */
export const returnDelayMs = (random: () => number, spreadMs: number): number =>
  RETURN.delayMs * (1 + RETURN.randomization * (2 * random() - 1)) + random() * spreadMs

/** Between half and one and a half of `afterMs`. */
export const comeBackDelayMs = (random: () => number, afterMs: number): number => afterMs * (0.5 + random())
