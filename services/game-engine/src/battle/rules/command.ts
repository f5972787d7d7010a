import type { Category, Mode } from '@kla/proto/web'
import type { Clip, Gif, SeatHolder, Turn } from './battle.js'

export interface RoomSnapshot {
  readonly version: number
  readonly mode: Mode
  readonly category: Category
  readonly seats: readonly SeatHolder[]
}

export type Command = { readonly roomId: string } & (
  | { readonly kind: 'ready-up'; readonly accountId: number; readonly room: RoomSnapshot }
  | { readonly kind: 'choose-gif'; readonly accountId: number; readonly index: number }
  | {
      readonly kind: 'begin-wild-card'
      readonly accountId: number
      readonly commandId: string
      /** The round it was asked for: a late one must not become the pick of another. */
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

/** Milliseconds. */
export interface Timings {
  readonly promptMs: number
  readonly showMs: number
  readonly voteMs: number
  readonly resultMs: number
  readonly capMs: Readonly<Record<Mode, number>>
  readonly countedAfterMs: Readonly<Record<Mode, number>>
}

export interface Context {
  /** Unix milliseconds. */
  readonly now: number
  /** End of the last time without any engine, Unix milliseconds; 0: none. */
  readonly absentUntilMs: number
  /** In [0, 1). */
  readonly random: () => number
  readonly newId: () => string
  readonly timings: Timings
  /** The battle's category, without duplicates. */
  readonly pool: readonly Gif[]
  readonly optionsPerHand: number
}
