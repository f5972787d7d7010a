import type { Category, Mode, RoomOrigin } from '@kla/proto/web'
import type { BlockCheck } from '../../blocks/index.js'
import type { Connection, Person, TieRoom, Watcher } from '../../shared/rules/room.js'
import type { RoomFields } from './fields.js'

/** Everything that can happen to a room. */
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

export interface CreateCommand extends Omit<RoomFields, 'passcode'>, NewSeat {
  readonly kind: 'create'
  readonly roomId: string
  readonly passcodeHash: string
}

/** What an account sits down with. */
export interface NewSeat {
  readonly person: Person
  readonly connection: Connection
  /** The claim on the account's one seat. */
  readonly claim: string
}

/** A room for players who were matched or drawn: each has a seat in its grace, and takes it up by joining. */
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
}

/** `unchecked`: the room was full, or open without a passcode. */
export type PasscodeVerdict = 'unchecked' | 'missing' | 'wrong' | 'too-many' | 'right'

export interface ResumeCommand {
  readonly kind: 'resume'
  readonly accountId: number
  readonly connection: Connection
  /** The socketId of the connection that hands over to this one. */
  readonly continues?: string | undefined
}

export interface LeaveCommand {
  readonly kind: 'leave'
  readonly accountId: number
  /** Refused once the player is connected again. */
  readonly onlyInGrace?: boolean
  /** The claim under which the seat was taken: refused if the account has left and come back since. */
  readonly onlyUnder?: string
}

export interface LoseConnectionCommand {
  readonly kind: 'lose-connection'
  readonly accountId: number
  readonly socketId: string
}

export interface LoseGatewayCommand {
  readonly kind: 'lose-gateway'
  readonly gatewayId: string
}

export interface WatchCommand extends Omit<Watcher, 'sinceMs' | 'peerId'> {
  readonly kind: 'watch'
  /** The socketId of the connection that hands over to this one. */
  readonly continues?: string | undefined
}

/** By the watching connection, or by the spectator's account. */
export type StopWatchingCommand = { readonly kind: 'stop-watching' } & (
  | { readonly socketId: string }
  | { readonly accountId: number }
)

/** A seated player's consent to spectators, or its end. */
export interface AllowSpectatorsCommand {
  readonly kind: 'allow-spectators'
  readonly accountId: number
  readonly allow: boolean
}

/** What a rule may know beside the room and the command. */
export interface Moment {
  readonly nowMs: number
  /** How long a lost connection keeps its seat, milliseconds. */
  readonly graceMs: number
}
