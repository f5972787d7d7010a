/** Of pages: the pause doubles with each try. */
const PAUSE_MS = { first: 1_000, most: 5_000 }
/** By how much it varies to both sides. */
const RANDOMNESS = 0.5

export interface Losing {
  /** Tries so far. */
  readonly tries: number
  /** 1001: the gateway drains, and another one waits. */
  readonly isDrained: boolean
  /** Over which time this gateway's players are to come back, if it has said so. */
  readonly spreadMs: number | undefined
  /** When the gateway wants this player back, if it has said so. */
  readonly afterMs: number | undefined
}

/** How long a player waits before it connects anew. `random`: from 0 to below 1. */
export function returnDelayMs({ tries, isDrained, spreadMs, afterMs }: Losing, random: number): number {
  if (afterMs !== undefined) return afterMs
  if (tries === 0 && spreadMs !== undefined) return random * spreadMs
  if (tries === 0 && isDrained) return 0
  const pause = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** tries)
  return pause * (1 - RANDOMNESS + 2 * RANDOMNESS * random)
}

/** What a gateway says about coming back; older ones say nothing. */
export interface ReturnHints {
  readonly spreadMs?: number
  readonly afterMs?: number
}

const SPREAD = /"spreadMs":(\d+)/
const COME_BACK = /^\{"event":"come-back".*"afterMs":(\d+)/

export function hintsIn(frame: string): ReturnHints {
  const [, spread] = SPREAD.exec(frame) ?? []
  const [, after] = COME_BACK.exec(frame) ?? []
  return {
    ...(spread !== undefined && { spreadMs: Number(spread) }),
    ...(after !== undefined && { afterMs: Number(after) }),
  }
}
