import type { Mode } from '@kla/proto/web'
import type { Gif } from './battle.js'

/** How long things last, milliseconds. */
export interface Timings {
  readonly promptMs: number
  readonly showMs: number
  readonly voteMs: number
  readonly resultMs: number
  /** From the battle's start to the end of its rounds, whatever the players do. */
  readonly capMs: Readonly<Record<Mode, number>>
  /** Rounds that ended before this do not count as played. */
  readonly countedAfterMs: Readonly<Record<Mode, number>>
}

/** What a rule may know beside the battle and the command. */
export interface Context {
  /** Unix milliseconds. */
  readonly now: number
  /** When the last time ended in which no engine was there, Unix milliseconds; 0: there was none. */
  readonly absentUntilMs: number
  /** From 0 to below 1. */
  readonly random: () => number
  readonly newId: () => string
  readonly timings: Timings
  /** The GIFs in rotation for the battle's category, without doubles. */
  readonly pool: readonly Gif[]
  /** How many GIFs each player gets to choose from. */
  readonly optionsPerHand: number
}
