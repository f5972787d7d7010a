import { EndReason, type NoWinner } from '@kla/proto'
import type { Category, LabelledActs, Mode, UnitedLimits } from '@kla/proto/web'

/** State of a room: waiting, one of four phases, or closed. */
export type Battle = Waiting | Prompt | Show | Vote | Result | Closed
/** A battle from its start to its result. */
export type Played = Prompt | Show | Vote | Result

export type Pair<T> = readonly [T, T]

/** A GIF as players see it. */
export interface Clip {
  readonly gifUrl: string
  readonly thumbnail: string
}

/** A GIF dealt from the rotation. */
export interface Gif extends Clip {
  readonly id: number
}

/** A GIF that has not been dealt. */
export interface RotationGif extends Gif {
  readonly acts: LabelledActs
}

/** A clip with the acts it shows. */
export interface SavedClip extends Clip {
  readonly acts: LabelledActs
}

/** Holder of a seat, which changes on return. */
export interface SeatHolder {
  readonly accountId: number
  readonly seatTakenAtMs: number
  /** Public alias; default: the account id. */
  readonly alias?: number | undefined
}

/** A player in a battle. */
export interface Player extends SeatHolder {
  /** Ids of dealt GIFs, longest unseen first. */
  readonly seen: readonly number[]
}

/** GIF from the library, for which commerce holds a Wild Card. */
export interface WildCard extends Clip {
  readonly key: string
  readonly commandId: string
  readonly played: boolean
}

/** A player's options and choice in a round. */
export interface Hand {
  readonly options: readonly Gif[]
  readonly pick: number
  readonly wildCard?: WildCard
}

/** What both players have received in a battle, by position; absent before the first. */
export interface Received {
  /** Clips shown last. */
  readonly received?: Pair<Clip | null>
  /** Ids, which are small, of GIFs from the rotation, oldest first. */
  readonly receivedIds?: Pair<readonly number[]>
}

/** What stays the same through a battle's rounds. */
export interface Match extends Received {
  readonly battleId: string
  readonly mode: Mode
  readonly category: Category
  readonly players: Pair<Player>
  readonly startedAtMs: number
  /** Latest end of the rounds, Unix milliseconds. */
  readonly capAtMs: number
  readonly round: number
  /** Limits of both with decoys. */
  readonly limits: UnitedLimits
  readonly repairs?: Repairs
}

/** Connection repairs and used pauses of a match. */
export interface Repairs {
  readonly reportedBy: readonly number[]
  readonly round: number
  readonly roundMs: number
  readonly battleMs: number
}

/** A pause, which ends at the phase's deadline. */
export interface Pause {
  readonly fromMs: number
  readonly remainingMs: number
}

/** A round of a battle, which commands may name. */
export interface Turn {
  readonly battleId: string
  readonly round: number
}

/** True for the current round; 0 matches any. */
export const isForRound = (match: Turn, round: number): boolean => round === 0 || round === match.round

/** True unless meant for an earlier battle, as from a hung process. */
export const isForBattle = (match: Turn, battleId: string | undefined): boolean =>
  battleId === undefined || battleId === match.battleId

/** How and when the rounds ended. */
export interface Ending {
  readonly endedAtMs: number
  readonly reason: EndReason
  readonly finishedBy: number | null
  readonly leftBy?: number
  /** User of the panic exit. Never sent to the opponent. */
  readonly exitBy?: number
}

/** Reason for other services only. */
export const recordedReason = ({ reason, exitBy }: Ending): EndReason =>
  exitBy === undefined ? reason : EndReason.SAFETY

/** A vote for a winner; null for none. */
export interface Ballot {
  readonly accountId: number
  readonly winnerId: number | null
}

interface InRoom {
  readonly roomId: string
  readonly updateSeq: number
  /** Newest room version whose departures are applied. */
  readonly roomVersion: number
}

interface Timed {
  readonly deadlineMs: number
  readonly durationMs: number
}

/** A room that waits for two ready players. */
export interface Waiting extends InRoom {
  readonly phase: 'waiting'
  readonly ready: readonly SeatHolder[]
  readonly lastBattle: LastBattle | null
}

/** What a waiting room knows of the battle before. */
export interface LastBattle extends Received {
  readonly battleId: string
  readonly players: Pair<number>
  readonly aliases: Pair<number>
  readonly category: Category
}

/** Phase in which players pick a GIF. */
export interface Prompt extends InRoom, Timed {
  readonly phase: 'prompt'
  readonly match: Match
  readonly pause?: Pause | undefined
  readonly hands: Pair<Hand>
}

/** Phase that shows both GIFs. */
export interface Show extends InRoom, Timed {
  readonly phase: 'show'
  readonly match: Match
  readonly pause?: Pause | undefined
  readonly hands: Pair<Hand>
}

/** Phase in which players vote on the winner. */
export interface Vote extends InRoom, Timed {
  readonly phase: 'vote'
  readonly match: Match
  readonly ending: Ending
  readonly ballots: readonly Ballot[]
}

/** Phase that shows the result. */
export interface Result extends InRoom, Timed {
  readonly phase: 'result'
  readonly match: Match
  readonly ending: Ending
  readonly ballots: readonly Ballot[]
  readonly winnerId: number | null
  /** Set without a winner. */
  readonly noWinner?: NoWinner
  readonly gone: readonly number[]
  /** Ready for a rematch. */
  readonly ready: readonly SeatHolder[]
}

/** Record that keeps late commands from reopening a closed room. */
export interface Closed extends InRoom {
  readonly phase: 'closed'
}

export const emptyRoom = (roomId: string): Waiting => ({
  roomId,
  updateSeq: 0,
  roomVersion: 0,
  phase: 'waiting',
  ready: [],
  lastBattle: null,
})

export const isPlayed = (battle: Battle): battle is Played => 'match' in battle

/** Players ready for the next battle. */
export function readyIn(battle: Battle): readonly SeatHolder[] {
  return battle.phase === 'waiting' || battle.phase === 'result' ? battle.ready : []
}

export const pauseOf = (battle: Battle): Pause | undefined => ('hands' in battle ? battle.pause : undefined)

/** Latest end of the phase. */
export const endOf = (battle: Played): number => battle.deadlineMs + (pauseOf(battle)?.remainingMs ?? 0)

export const inRoom = ({ roomId, updateSeq, roomVersion }: Battle): InRoom => ({ roomId, updateSeq, roomVersion })

export const accountIds = (match: Match): Pair<number> => [match.players[0].accountId, match.players[1].accountId]

export const aliasOf = ({ accountId, alias }: SeatHolder): number => alias ?? accountId

export const aliasesIn = (match: Match): Pair<number> => [aliasOf(match.players[0]), aliasOf(match.players[1])]

export function positionOf(match: Match, accountId: number): 0 | 1 | undefined {
  if (match.players[0].accountId === accountId) return 0
  if (match.players[1].accountId === accountId) return 1
  return undefined
}

export const opposite = (position: 0 | 1): 0 | 1 => (position === 0 ? 1 : 0)

export const replaced = <T>(pair: Pair<T>, position: 0 | 1, value: T): Pair<T> =>
  position === 0 ? [value, pair[1]] : [pair[0], value]

/** True if the seat left is the current one. */
export const isSeatOf = (holder: SeatHolder, left: SeatHolder): boolean =>
  holder.accountId === left.accountId && holder.seatTakenAtMs <= left.seatTakenAtMs

/** A played clip, picked or from a Wild Card. */
export interface Pick extends Clip {
  readonly wildCard: boolean
}

export function pickOf({ options, pick, wildCard }: Hand): Pick | undefined {
  if (wildCard) return wildCard.played ? { ...clip(wildCard), wildCard: true } : undefined
  const option = options[pick - 1]
  return option && { ...clip(option), wildCard: false }
}

export const isSettled = (hand: Hand): boolean =>
  hand.wildCard ? hand.wildCard.played : hand.pick !== 0 || hand.options.length === 0

/** True if the pick is used or being paid for. */
export const isTaken = (hand: Hand): boolean => hand.pick !== 0 || hand.wildCard !== undefined

/** Picks at random if needed; pending Wild Cards do not count. */
export function withPick(hand: Hand, random: () => number): Hand {
  if (isSettled(hand)) return hand
  const { options } = hand
  return { options, pick: options.length === 0 ? 0 : 1 + Math.floor(random() * options.length) }
}

export const clip = ({ gifUrl, thumbnail }: Clip): Clip => ({ gifUrl, thumbnail })
