/** The pause of pages, which doubles with each try. */
const PAUSE_MS = { first: 1_000, most: 5_000 }
const RANDOMNESS = 0.5

export interface Losing {
  readonly tries: number
  /** The gateway closed with 1001, and another one waits. */
  readonly isDrained: boolean
  /** Time over which the gateway wants its players to return. */
  readonly spreadMs: number
}

/** Returns the wait before the next connection. `random`: from 0 to below 1. */
export function returnDelayMs({ tries, isDrained, spreadMs }: Losing, random: () => number): number {
  if (isDrained && tries === 0) return 0
  const pauseMs = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** tries)
  return pauseMs * (1 - RANDOMNESS + 2 * RANDOMNESS * random()) + random() * spreadMs
}
