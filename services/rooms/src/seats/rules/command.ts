import type { Category, Mode, RoomOrigin } from '@kla/proto/web'
import type { BlockCheck } from '../../blocks/index.js'
import type { Blockable } from '../../shared/rules/incident.js'
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
  | SetRevealCommand
  | RenameCommand

/** Creates a room with its first seat. */
export interface CreateCommand extends Omit<RoomFields, 'passcode'>, NewSeat {
  readonly kind: 'create'
  readonly roomId: string
  readonly passcodeHash: string
  readonly veiled?: boolean
}

/** A player to seat, with the connection. */
export interface NewSeat {
  readonly person: Person
  readonly connection: Connection
  readonly claim: string
}

/** Reserves seats, which players take by joining. */
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

/** Takes a seat in an existing room. */
export interface JoinCommand extends NewSeat {
  readonly kind: 'join'
  readonly passcode: PasscodeVerdict
  readonly blocks: BlockCheck
  /** Set without consent to be seen immediately. */
  readonly veiledOnly?: boolean
  readonly invited?: boolean
}

/** `unchecked` for a full room or one without a passcode. */
export type PasscodeVerdict = 'unchecked' | 'missing' | 'wrong' | 'too-many' | 'right'

/** Resumes a seat on another connection. */
export interface ResumeCommand {
  readonly kind: 'resume'
  readonly accountId: number
  readonly connection: Connection
  /** Socket id that hands over to this one. */
  readonly continues?: string | undefined
}

/** A player leaves a seat. */
export interface LeaveCommand {
  readonly kind: 'leave'
  readonly accountId: number
  readonly onlyInGrace?: boolean
  /** Claim of the seat that an eviction ends. */
  readonly onlyUnder?: string
  /** Panic exit: costs no player the battle. */
  readonly safety?: boolean
  readonly blocks?: BlockRequest
}

/** A block to add when leaving. */
export interface BlockRequest {
  /** Account to block if present; 0 for the other player. */
  readonly wanted: number
  readonly alias?: number | undefined
  readonly otherwise: Blockable | undefined
}

/** A player's connection was lost. */
export interface LoseConnectionCommand {
  readonly kind: 'lose-connection'
  readonly accountId: number
  readonly socketId: string
  readonly among?: number
}

/** All connections of a gateway were lost. */
export interface LoseGatewayCommand {
  readonly kind: 'lose-gateway'
  readonly gatewayId: string
  readonly among?: number
}

/** A connection watches the room. */
export interface WatchCommand extends Omit<Watcher, 'sinceMs' | 'peerId'> {
  readonly kind: 'watch'
  readonly continues?: string | undefined
}

/** Ends watching, by connection or account. */
export type StopWatchingCommand = { readonly kind: 'stop-watching' } & (
  | { readonly socketId: string }
  | { readonly accountId: number }
)

/** Consents to spectators, or withdraws. */
export interface AllowSpectatorsCommand {
  readonly kind: 'allow-spectators'
  readonly accountId: number
  readonly allow: boolean
}

/** Consents to the reveal, or withdraws. */
export interface SetRevealCommand {
  readonly kind: 'set-reveal'
  readonly accountId: number
  readonly show: boolean
  readonly epoch: number
}

/** A seated player has a new name. */
export interface RenameCommand {
  readonly kind: 'rename'
  readonly person: Person
}

/** Time and grace period of a decision. */
export interface Moment {
  readonly nowMs: number
  readonly graceMs: number
}
