import type { Category, Mode } from '@kla/proto/web'
import type { Clip, Gif, SeatHolder, Turn } from './battle.js'

/** The room as the rooms service knew it when somebody readied up. */
export interface RoomSnapshot {
  readonly version: number
  readonly mode: Mode
  readonly category: Category
  readonly seats: readonly SeatHolder[]
}

/** Everything that can happen to a battle: what players ask for, what seats do, and time. */
export type Command = { readonly roomId: string } & (
  | { readonly kind: 'ready-up'; readonly accountId: number; readonly room: RoomSnapshot }
  | { readonly kind: 'choose-gif'; readonly accountId: number; readonly index: number }
  | {
      readonly kind: 'begin-wild-card'
      readonly accountId: number
      readonly commandId: string
      /** In which round it was asked for: late, it must not become the pick of another. */
      readonly turn: Turn
      readonly gif: Clip
    }
  | { readonly kind: 'play-wild-card'; readonly accountId: number; readonly turn: Turn; readonly key: string }
  | { readonly kind: 'drop-wild-card'; readonly key: string }
  | { readonly kind: 'finish'; readonly accountId: number }
  | { readonly kind: 'declare-winner'; readonly accountId: number; readonly winnerId: number | null }
  | { readonly kind: 'leave'; readonly seat: SeatHolder; readonly roomVersion: number }
  | { readonly kind: 'close'; readonly roomVersion: number }
  | { readonly kind: 'deadline' }
)

type CommandKind = Command['kind']
export type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>

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
