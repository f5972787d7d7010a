import type { Category, Mode, RoomOrigin } from '@kla/proto/web'
import type { BlockVerdict } from '../../blocks/join-check.js'
import type { Connection, Person, TieRoom, Watcher } from '../../shared/rules/room.js'
import type { RoomFields } from './fields.js'

/** What became of the passcode that came with a join; `unjudged` where nobody looked because it did not matter. */
export type PasscodeVerdict = 'unjudged' | 'missing' | 'wrong' | 'too-many' | 'right'

export interface CreateCommand extends Omit<RoomFields, 'passcode'> {
  readonly kind: 'create'
  readonly roomId: string
  readonly passcodeHash: string
  readonly person: Person
  readonly connection: Connection
  readonly claim: string
}

/** A room for people who were brought together: each has a seat in its grace, and takes it up by joining. */
export interface OpenCommand {
  readonly kind: 'open'
  readonly roomId: string
  readonly name: string
  readonly mode: Mode
  readonly category: Category
  readonly origin: RoomOrigin
  readonly tie: TieRoom | null
  readonly people: readonly Invited[]
}

export interface Invited {
  readonly person: Person
  readonly connection: Connection
  readonly claim: string
}

export interface JoinCommand {
  readonly kind: 'join'
  readonly person: Person
  readonly connection: Connection
  readonly passcode: PasscodeVerdict
  readonly blocks: BlockVerdict
  readonly claim: string
}

export interface ResumeCommand {
  readonly kind: 'resume'
  readonly accountId: number
  readonly connection: Connection
  /** The socketId of the connection that hands over to this one. */
  readonly continues?: string | undefined
}

/**
 * `onlyInGrace`: gives up a seat whose connection is lost, and refuses once its player is back. `onlyUnder`: gives up the
 * seat that was taken under this claim, and refuses where the account has left and come back since.
 */
export interface LeaveCommand {
  readonly kind: 'leave'
  readonly accountId: number
  readonly onlyInGrace?: boolean
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

/** Sees and hears the room from now on. */
export interface WatchCommand extends Omit<Watcher, 'sinceMs' | 'peerId'> {
  readonly kind: 'watch'
  /** The socketId of the connection that hands over to this one. */
  readonly continues?: string | undefined
}

/** By the connection that watches, or of the account whose spectator is to go. */
export type StopWatchingCommand = { readonly kind: 'stop-watching' } & (
  | { readonly socketId: string }
  | { readonly accountId: number }
)

/** Somebody seated consents to spectators, or takes the consent back. */
export interface AllowSpectatorsCommand {
  readonly kind: 'allow-spectators'
  readonly accountId: number
  readonly allow: boolean
}

export interface ExpireGracesCommand {
  readonly kind: 'expire-graces'
}

export type Command =
  | CreateCommand
  | OpenCommand
  | JoinCommand
  | ResumeCommand
  | LeaveCommand
  | LoseConnectionCommand
  | LoseGatewayCommand
  | ExpireGracesCommand
  | WatchCommand
  | StopWatchingCommand
  | AllowSpectatorsCommand

/** What a rule may know beside the room and the command. */
export interface Moment {
  readonly nowMs: number
  /** How long a lost connection keeps its seat, milliseconds. */
  readonly graceMs: number
}
