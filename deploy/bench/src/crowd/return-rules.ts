/** Of pages: the pause doubles with each try. */
const PAUSE_MS = { first: 1_000, most: 5_000 }
/** By how much of itself a pause varies to both sides. */
const RANDOMNESS = 0.5
/** Until a refused command is asked again. */
const AGAIN_MS = 1_000

export interface Losing {
  /** Tries so far. */
  readonly tries: number
  /** 1001: the gateway drains, and another one waits. */
  readonly isDrained: boolean
  /** Over which time the lost gateway's players are to return; 0 if it has not said so. */
  readonly spreadMs: number
}

/** From 0 to below 1. */
export type Random = () => number

/** How long a player waits before it connects anew. */
export function returnDelayMs({ tries, isDrained, spreadMs }: Losing, random: Random): number {
  if (isDrained && tries === 0) return 0
  return varied(Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** tries), random) + random() * spreadMs
}

/** How long a player waits before it asks again; `afterMs`: what the gateway has said. */
export const againDelayMs = (afterMs: number | undefined, random: Random): number =>
  afterMs === undefined ? AGAIN_MS : varied(afterMs, random)

const varied = (ms: number, random: Random): number => ms * (1 - RANDOMNESS + 2 * RANDOMNESS * random())

/** What a gateway says about returning; not every one does. */
export interface ReturnHints {
  /** For when this connection is lost. */
  readonly spreadMs?: number
  /** For the command that is refused next. */
  readonly afterMs?: number
  /** It waits in line: no answer is overdue yet. */
  readonly isInLine: boolean
}

const SPREAD = /"spreadMs":(\d+)/
const COME_BACK = /^\{"event":"come-back".*"afterMs":(\d+)/
const IN_LINE = '{"event":"waiting"'

export function hintsIn(frame: string): ReturnHints {
  const [, spread] = SPREAD.exec(frame) ?? []
  const [, after] = COME_BACK.exec(frame) ?? []
  return {
    isInLine: frame.startsWith(IN_LINE),
    ...(spread !== undefined && { spreadMs: Number(spread) }),
    ...(after !== undefined && { afterMs: Number(after) }),
  }
}
