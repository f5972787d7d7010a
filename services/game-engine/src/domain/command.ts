import type { Category, Mode } from '@kla/proto/web'
import type { Clip, SeatHolder, Turn } from './battle.js'

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

export type CommandKind = Command['kind']
export type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>
