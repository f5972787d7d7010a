import type { ApartPairs } from './apart.js'
import type { GivenCupFields } from './fields.js'

export type CupCommand =
  | UpdateCommand
  | EnterCommand
  | RenameCommand
  | { readonly kind: 'withdraw'; readonly accountId: number }
  | { readonly kind: 'check-in'; readonly accountId: number }
  /** Account ids, best first; entries not named follow. */
  | { readonly kind: 'seed'; readonly order: readonly number[] }
  /** Starts early, with all entries. */
  | { readonly kind: 'start' }
  | { readonly kind: 'cancel'; readonly reason: string }
  | JudgeCommand
  | RoomCommand
  | BattleStartedCommand
  | BattleFinishedCommand
  | SafetyExitCommand
  | ExpireCommand

export interface UpdateCommand {
  readonly kind: 'update'
  readonly given: Partial<GivenCupFields>
}

export interface EnterCommand {
  readonly kind: 'enter'
  readonly accountId: number
  readonly username: string
  readonly avatar: string
  readonly nameRevision?: number | undefined
  readonly alias?: number | undefined
}

export interface RenameCommand extends Omit<EnterCommand, 'kind'> {
  readonly kind: 'rename'
}

export interface JudgeCommand {
  readonly kind: 'judge'
  readonly tieId: string
  /** Account id; 0 if no player advances. */
  readonly winnerId: number
  readonly reason: string
  readonly judge: { readonly id: number; readonly name: string }
  /** Version that the judge saw; 0 skips the check. */
  readonly version: number
}

export interface RoomCommand {
  /** `room-apart`: one player blocks the other, so the room must not open. */
  readonly kind: 'room-opened' | 'room-closed' | 'room-apart'
  readonly tieId: string
  readonly roomId: string
}

export interface BattleStartedCommand {
  readonly kind: 'battle-started'
  readonly tieId: string
  readonly roomId: string
}

export interface BattleFinishedCommand {
  readonly kind: 'battle-finished'
  readonly tieId: string
  readonly roomId: string
  /** Account ids; 0 for none. */
  readonly winnerId: number
  readonly leftBy: number
  readonly finishedBy: number
}

export interface SafetyExitCommand {
  readonly kind: 'safety-exit'
  readonly tieId: string
  readonly roomId: string
  readonly accountId: number
  readonly excused: boolean
  readonly battle: boolean
  /** Account id; 0 for none. */
  readonly finishedBy: number
}

/** A called or playing tie without an observation waits. */
export interface ExpireCommand {
  readonly kind: 'expire'
  readonly observed: ReadonlyMap<string, TieObservation>
}

export interface TieObservation {
  readonly roomId: string
  readonly present: readonly number[]
  /** Present players in another room. */
  readonly elsewhere: readonly number[]
  readonly seated: readonly number[]
  readonly apart: boolean
}

export interface CupMoment {
  readonly nowMs: number
  readonly rules: CupRules
  readonly newRoomId: () => string
  readonly newLotSeed: () => string
  /** Evenly distributed from 0 to below 1. */
  readonly hash: (text: string) => number
  readonly apart: ApartPairs
}

export interface CupRules {
  readonly checkInMs: number
  /** Wait for the players of a called tie. */
  readonly noShowMs: number
  /** Wait for a battle in an opened room. */
  readonly readyMs: number
  /** Time for a judge to settle a dispute or correct a finished cup. */
  readonly disputeMs: number
  /** Validity of a BePresent. */
  readonly presenceMs: number
  /** Wait for a result after its room closed. */
  readonly resultMs: number
}
