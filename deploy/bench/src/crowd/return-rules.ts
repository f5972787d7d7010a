/** Of pages: the pause doubles with each try. */
const PAUSE_MS = { first: 1_000, most: 5_000 }
/** Share by which a pause varies to both sides. */
const RANDOMNESS = 0.5

export interface Losing {
  /** Tries so far. */
  readonly tries: number
  /** The gateway drains (1001), and another one waits. */
  readonly isDrained: boolean
  /** Time over which the lost gateway's players are to return; 0 if it has not said so. */
  readonly spreadMs: number
}

/** How long a player waits before it connects again. `random`: from 0 to below 1. */
export function returnDelayMs({ tries, isDrained, spreadMs }: Losing, random: () => number): number {
  if (isDrained && tries === 0) return 0
  const pauseMs = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** tries)
  return pauseMs * (1 - RANDOMNESS + 2 * RANDOMNESS * random()) + random() * spreadMs
}
