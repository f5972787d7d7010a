import type { GivenCupFields } from './fields.js'

/** What can happen to a cup. */
export type CupCommand =
  | UpdateCommand
  | EnterCommand
  | { readonly kind: 'withdraw'; readonly accountId: number }
  | { readonly kind: 'check-in'; readonly accountId: number }
  /** The best first; who is not named comes after. */
  | { readonly kind: 'seed'; readonly order: readonly number[] }
  /** Draws the bracket before its time, from all who have entered. */
  | { readonly kind: 'start' }
  | { readonly kind: 'cancel'; readonly reason: string }
  | JudgeCommand
  | RoomCommand
  | BattleStartedCommand
  | BattleFinishedCommand
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
}

export interface JudgeCommand {
  readonly kind: 'judge'
  readonly tieId: string
  /** 0: nobody advances. */
  readonly winnerId: number
  readonly reason: string
  readonly judge: { readonly id: number; readonly name: string }
  /** The version of the tie that the judge has seen; 0: whatever it is. */
  readonly version: number
}

/** What became of the room that was chosen for a tie. */
export interface RoomCommand {
  readonly kind: 'room-opened' | 'room-closed'
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
  /** Account ids; 0: nobody. */
  readonly winnerId: number
  readonly leftBy: number
  readonly finishedBy: number
}

/** Lets deadlines have their effect. A tie whose room or players nobody has looked at waits for who has. */
export interface ExpireCommand {
  readonly kind: 'expire'
  /** By tie id. */
  readonly observed: ReadonlyMap<string, TieObservation>
}

/** What there is to see of a called or running tie. */
export interface TieObservation {
  /** The room that was looked at. */
  readonly roomId: string
  /** Who has lately said "I am here". */
  readonly present: readonly number[]
  /** Who of them sits in another room, and so cannot have a seat in this one. */
  readonly elsewhere: readonly number[]
  /** Who has a seat in the room. */
  readonly seated: readonly number[]
}

/** What a rule may know beside the cup and the command. */
export interface CupMoment {
  readonly nowMs: number
  readonly rules: CupRules
  /** A fresh id for a room. */
  readonly newRoomId: () => string
}

/** Durations in milliseconds. */
export interface CupRules {
  /** How long before its start people check in. */
  readonly checkInMs: number
  /** How long a called tie waits for both. */
  readonly noShowMs: number
  /** How long a room waits for its battle to begin. */
  readonly readyMs: number
  /** How long a judge has: in a dispute before the rule decides, and to correct a cup that is finished. */
  readonly disputeMs: number
  /** How long an "I am here" holds. */
  readonly presenceMs: number
  /** How long the result of a battle may come after its room has closed. */
  readonly resultMs: number
}
