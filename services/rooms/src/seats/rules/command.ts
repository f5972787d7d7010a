import type { Category, Mode, RoomOrigin } from '@kla/proto/web'
import type { BlockCheck } from '../../blocks/index.js'
import type { Blockable } from '../../shared/rules/incident.js'
import type { Connection, Person, TieRoom, Watcher } from '../../shared/rules/room.js'
import type { RoomFields } from './fields.js'

export type Command =
  | CreateCommand
  | OpenCommand
  | JoinCommand
  | ResumeCommand
  | LeaveCommand
  | LoseConnectionCommand
  | LoseGatewayCommand
  | { readonly kind: 'expire-graces' }
  | WatchCommand
  | StopWatchingCommand
  | AllowSpectatorsCommand
  | SetRevealCommand
  | RenameCommand

export interface CreateCommand extends Omit<RoomFields, 'passcode'>, NewSeat {
  readonly kind: 'create'
  readonly roomId: string
  readonly passcodeHash: string
  readonly veiled?: boolean
}

export interface NewSeat {
  readonly person: Person
  readonly connection: Connection
  /** On the account's one seat. */
  readonly claim: string
}

/** A room with reserved seats, which joining takes up. */
export interface OpenCommand {
  readonly kind: 'open'
  readonly roomId: string
  readonly name: string
  readonly mode: Mode
  readonly category: Category
  readonly origin: RoomOrigin
  readonly tie: TieRoom | null
  readonly players: readonly NewSeat[]
}

export interface JoinCommand extends NewSeat {
  readonly kind: 'join'
  readonly passcode: PasscodeVerdict
  readonly blocks: BlockCheck
  /** The player has not agreed to be seen at once. */
  readonly veiledOnly?: boolean
  /** The player follows an invitation, which is from the one who opened the room. */
  readonly invited?: boolean
}

/** `unchecked`: full, or without a passcode. */
export type PasscodeVerdict = 'unchecked' | 'missing' | 'wrong' | 'too-many' | 'right'

export interface ResumeCommand {
  readonly kind: 'resume'
  readonly accountId: number
  readonly connection: Connection
  /** The socketId that hands over to this one. */
  readonly continues?: string | undefined
}

export interface LeaveCommand {
  readonly kind: 'leave'
  readonly accountId: number
  /** Refused for a connected seat. */
  readonly onlyInGrace?: boolean
  /** Refused for a seat taken under another claim. */
  readonly onlyUnder?: string
  /** By the way out: ends a battle at nobody's cost. */
  readonly safety?: boolean
  readonly blocks?: BlockWish
}

export interface BlockWish {
  /** Blocked if present; 0: the other player. */
  readonly wanted: number
  /** By which the player knows that one; it decides who is meant. Absent: the account id. */
  readonly alias?: number | undefined
  /** Whom to block instead. */
  readonly otherwise: Blockable | undefined
}

export interface LoseConnectionCommand {
  readonly kind: 'lose-connection'
  readonly accountId: number
  readonly socketId: string
  /** Seats lost at once; absent: this one. */
  readonly among?: number
}

export interface LoseGatewayCommand {
  readonly kind: 'lose-gateway'
  readonly gatewayId: string
  /** Seats lost at once; absent: this one. */
  readonly among?: number
}

export interface WatchCommand extends Omit<Watcher, 'sinceMs' | 'peerId'> {
  readonly kind: 'watch'
  /** The socketId that hands over to this one. */
  readonly continues?: string | undefined
}

export type StopWatchingCommand = { readonly kind: 'stop-watching' } & (
  | { readonly socketId: string }
  | { readonly accountId: number }
)

export interface AllowSpectatorsCommand {
  readonly kind: 'allow-spectators'
  readonly accountId: number
  readonly allow: boolean
}

export interface SetRevealCommand {
  readonly kind: 'set-reveal'
  readonly accountId: number
  readonly show: boolean
  /** That the player saw. */
  readonly epoch: number
}

export interface RenameCommand {
  readonly kind: 'rename'
  readonly person: Person
}

export interface Moment {
  readonly nowMs: number
  /** Milliseconds that a lost connection keeps its seat. */
  readonly graceMs: number
}
