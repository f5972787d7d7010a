import type { ApartPairs } from './apart.js'
import type { GivenCupFields } from './fields.js'

export type CupCommand =
  | UpdateCommand
  | EnterCommand
  | RenameCommand
  | { readonly kind: 'withdraw'; readonly accountId: number }
  | { readonly kind: 'check-in'; readonly accountId: number }
  /** Best first; entries not named follow. */
  | { readonly kind: 'seed'; readonly order: readonly number[] }
  /** Before its time, with all entries. */
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
  /** 0: no player advances. */
  readonly winnerId: number
  readonly reason: string
  readonly judge: { readonly id: number; readonly name: string }
  /** The tie's as the judge saw it; 0: any. */
  readonly version: number
}

export interface RoomCommand {
  /** `room-apart`: it must not be opened, since one of the two blocks the other. */
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
  /** Account ids; 0: none. */
  readonly winnerId: number
  readonly leftBy: number
  readonly finishedBy: number
}

/** A player took the way out, during a battle or without one. */
export interface SafetyExitCommand {
  readonly kind: 'safety-exit'
  readonly tieId: string
  readonly roomId: string
  readonly accountId: number
  readonly excused: boolean
  readonly battle: boolean
  /** 0: none. */
  readonly finishedBy: number
}

/** A called or playing tie without an observation waits. */
export interface ExpireCommand {
  readonly kind: 'expire'
  /** By tie id. */
  readonly observed: ReadonlyMap<string, TieObservation>
}

export interface TieObservation {
  readonly roomId: string
  /** Players with a recent BePresent. */
  readonly present: readonly number[]
  /** Those of them seated in another room. */
  readonly elsewhere: readonly number[]
  readonly seated: readonly number[]
  /** One blocks the other. */
  readonly apart: boolean
}

export interface CupMoment {
  readonly nowMs: number
  readonly rules: CupRules
  readonly newRoomId: () => string
  readonly newLotSeed: () => string
  /** Evenly from 0 to below 1. */
  readonly hash: (text: string) => number
  /** Of the pairs that the command may bring together. */
  readonly apart: ApartPairs
}

/** Durations in milliseconds. */
export interface CupRules {
  /** Check-in before the start. */
  readonly checkInMs: number
  /** A called tie waits for both. */
  readonly noShowMs: number
  /** A room waits for its battle. */
  readonly readyMs: number
  /** A judge has for a dispute, and to correct a finished cup. */
  readonly disputeMs: number
  /** A BePresent counts. */
  readonly presenceMs: number
  /** A result may come after its room closed. */
  readonly resultMs: number
}
