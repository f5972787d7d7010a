import type { BlockedPairs } from './blocked-pairs.js'
import type { GivenCupFields } from './fields.js'

/** Everything that can happen to a cup. */
export type CupCommand =
  | UpdateCommand
  | EnterCommand
  | RenameCommand
  | { readonly kind: 'withdraw'; readonly accountId: number }
  | { readonly kind: 'check-in'; readonly accountId: number }
  /** Best first; other entries follow. */
  | { readonly kind: 'seed'; readonly order: readonly number[] }
  | { readonly kind: 'start' }
  | { readonly kind: 'cancel'; readonly reason: string }
  | JudgeCommand
  | RoomCommand
  | BattleStartedCommand
  | BattleFinishedCommand
  | SafetyExitCommand
  | ExpireCommand

/** Changes a cup's fields before its start. */
export interface UpdateCommand {
  readonly kind: 'update'
  readonly given: Partial<GivenCupFields>
}

/** A player enters the cup. */
export interface EnterCommand {
  readonly kind: 'enter'
  readonly accountId: number
  readonly username: string
  readonly avatar: string
  readonly nameRevision?: number | undefined
  readonly alias?: number | undefined
  /** What the entry was before it was removed. */
  readonly removed?: { readonly seed: number; readonly checkedIn: boolean } | undefined
}

export interface RenameCommand extends Omit<EnterCommand, 'kind' | 'removed'> {
  readonly kind: 'rename'
}

/** A judge decides a tie. */
export interface JudgeCommand {
  readonly kind: 'judge'
  readonly tieId: string
  /** Account id; 0 advances no player. */
  readonly winnerId: number
  readonly reason: string
  readonly judge: { readonly id: number; readonly name: string }
  readonly version: number
}

/** A tie's room opened or closed. */
export interface RoomCommand {
  /** `room-apart` keeps the room closed because of a block. */
  readonly kind: 'room-opened' | 'room-closed' | 'room-apart'
  readonly tieId: string
  readonly roomId: string
}

/** Start of a battle in a tie's room. */
export interface BattleStartedCommand {
  readonly kind: 'battle-started'
  readonly tieId: string
  readonly roomId: string
}

/** Result of a battle in a tie's room. */
export interface BattleFinishedCommand {
  readonly kind: 'battle-finished'
  readonly tieId: string
  readonly roomId: string
  readonly winnerId: number
  readonly leftBy: number
  readonly finishedBy: number
}

/** A player left a tie's room by the panic exit. */
export interface SafetyExitCommand {
  readonly kind: 'safety-exit'
  readonly tieId: string
  readonly roomId: string
  readonly accountId: number
  readonly excused: boolean
  readonly battle: boolean
  readonly finishedBy: number
}

/** Applies deadlines. A called or playing tie waits for an observation. */
export interface ExpireCommand {
  readonly kind: 'expire'
  readonly observed: ReadonlyMap<string, TieObservation>
}

/** Players' whereabouts when a tie's deadline passes. */
export interface TieObservation {
  readonly roomId: string
  readonly present: readonly number[]
  readonly elsewhere: readonly number[]
  readonly seated: readonly number[]
  readonly apart: boolean
}

/** Time, rules and blocks of a decision. */
export interface CupMoment {
  readonly nowMs: number
  readonly rules: CupRules
  readonly newRoomId: () => string
  readonly newLotSeed: () => string
  readonly hash: (text: string) => number
  readonly apart: BlockedPairs
}

/** Waiting times of cups, in milliseconds. */
export interface CupRules {
  readonly checkInMs: number
  readonly noShowMs: number
  readonly readyMs: number
  /** Time for a verdict or correction. */
  readonly disputeMs: number
  readonly presenceMs: number
  readonly resultMs: number
}
