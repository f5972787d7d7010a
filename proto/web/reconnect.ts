/** Back-off of clients, in milliseconds: half to one and a half of a doubling delay (specification, player, section 7). */
export const RECONNECT = { delayMs: 1000, maxDelayMs: 5000, randomization: 0.5, growth: 2 } as const

/**
 * Milliseconds before a new connection. `random`: from 0 to below 1. `spreadMs`: time over which the gateway wants its
 * clients to return. `tries`: failed attempts so far.
 */
export const reconnectDelayMs = (random: () => number, spreadMs: number, tries = 0): number =>
  Math.min(RECONNECT.maxDelayMs, RECONNECT.delayMs * RECONNECT.growth ** tries) *
    varied(random, RECONNECT.randomization) +
  random() * spreadMs

/** Returns half to one and a half of `afterMs`. */
export const retryDelayMs = (random: () => number, afterMs: number): number => afterMs * varied(random, 0.5)

const varied = (random: () => number, by: number): number => 1 + by * (2 * random() - 1)
