import { EndReason } from '@kla/proto'
import type { Category, LabelledActs, Mode, UnitedLimits } from '@kla/proto/web'

/** Waiting, one of the four phases, or closed. */
export type Battle = Waiting | Prompt | Show | Vote | Result | Closed
export type Played = Prompt | Show | Vote | Result

export type Pair<T> = readonly [T, T]

export interface Clip {
  readonly gifUrl: string
  readonly thumbnail: string
}

export interface Gif extends Clip {
  readonly id: number
}

/** GIF that has not been dealt. */
export interface RotationGif extends Gif {
  readonly acts: LabelledActs
}

/** GIF from a player's library. */
export interface SavedClip extends Clip {
  readonly acts: LabelledActs
}

/** Holder of a seat, which changes when a player leaves and returns. */
export interface SeatHolder {
  readonly accountId: number
  readonly seatTakenAtMs: number
  /** Public alias while the seat is held. Absent: the account id. */
  readonly alias?: number | undefined
}

export interface Player extends SeatHolder {
  /** Ids of the GIFs dealt in this battle, longest unseen first. */
  readonly seen: readonly number[]
}

/** GIF from the player's library. Commerce holds one Wild Card until it is played or dropped. */
export interface WildCard extends Clip {
  readonly key: string
  readonly commandId: string
  /** False until the hold succeeded. */
  readonly played: boolean
}

export interface Hand {
  readonly options: readonly Gif[]
  /** Position in `options`, from 1; 0 if none yet. */
  readonly pick: number
  /** Replaces a pick. */
  readonly wildCard?: WildCard
}

export interface Match {
  readonly battleId: string
  readonly mode: Mode
  readonly category: Category
  readonly players: Pair<Player>
  readonly startedAtMs: number
  /** Time when the mode's cap ends the rounds, Unix milliseconds. */
  readonly capAtMs: number
  readonly round: number
  /** Limits of both players at the start, including decoys; absent in records older than limits. */
  readonly limits?: UnitedLimits
  /** Last GIF shown to each player; absent before the first show. */
  readonly received?: Pair<Clip | null>
  /** Absent before the first report. */
  readonly repairs?: Repairs
}

/** Repairs of the connection between the players, and pauses used. */
export interface Repairs {
  readonly reportedBy: readonly number[]
  /** Round of `roundMs`. */
  readonly round: number
  readonly roundMs: number
  readonly battleMs: number
}

/** Pause, whose end is the phase's deadline. */
export interface Pause {
  readonly fromMs: number
  /** Milliseconds left of the phase when it resumes. */
  readonly remainingMs: number
}

export interface Turn {
  readonly battleId: string
  readonly round: number
}

/** True if the client's request is for the current round; 0 matches any. */
export const isForRound = (match: Turn, round: number): boolean => round === 0 || round === match.round

/** Whether a command is for this battle; undefined: it does not say. A process that hung may come to one of the battle before. */
export const isForBattle = (match: Turn, battleId: string | undefined): boolean =>
  battleId === undefined || battleId === match.battleId

export interface Ending {
  readonly endedAtMs: number
  /** Reason shown to players and watchers. */
  readonly reason: EndReason
  readonly finishedBy: number | null
  readonly leftBy?: number
  /** Player who used the panic exit. Only in the outcome: the opponent must not learn it. */
  readonly exitBy?: number
}

/** Reason for services only. */
export const recordedReason = ({ reason, exitBy }: Ending): EndReason =>
  exitBy === undefined ? reason : EndReason.SAFETY

export interface Ballot {
  readonly accountId: number
  /** Null for no winner. */
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

export interface Waiting extends InRoom {
  readonly phase: 'waiting'
  readonly ready: readonly SeatHolder[]
  readonly lastBattle: {
    readonly battleId: string
    readonly players: Pair<number>
    /** Absent in old records. */
    readonly aliases?: Pair<number> | undefined
  } | null
}

export interface Prompt extends InRoom, Timed {
  readonly phase: 'prompt'
  readonly match: Match
  readonly pause?: Pause | undefined
  readonly hands: Pair<Hand>
}

export interface Show extends InRoom, Timed {
  readonly phase: 'show'
  readonly match: Match
  readonly pause?: Pause | undefined
  readonly hands: Pair<Hand>
}

export interface Vote extends InRoom, Timed {
  readonly phase: 'vote'
  readonly match: Match
  readonly ending: Ending
  readonly ballots: readonly Ballot[]
}

export interface Result extends InRoom, Timed {
  readonly phase: 'result'
  readonly match: Match
  readonly ending: Ending
  readonly ballots: readonly Ballot[]
  readonly winnerId: number | null
  /** Players without a seat. */
  readonly gone: readonly number[]
}

/** Record kept for a while, so that a late command cannot reopen the room. */
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

export const pauseOf = (battle: Battle): Pause | undefined => ('hands' in battle ? battle.pause : undefined)

/** Latest end of the phase, Unix milliseconds. */
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

/** True if the seat left is the one held, not an earlier one. */
export const isSeatOf = (holder: SeatHolder, left: SeatHolder): boolean =>
  holder.accountId === left.accountId && holder.seatTakenAtMs <= left.seatTakenAtMs

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

/** Picks at random for a player who did not; a pending Wild Card does not count. */
export function withPick(hand: Hand, random: () => number): Hand {
  if (isSettled(hand)) return hand
  const { options } = hand
  return { options, pick: options.length === 0 ? 0 : 1 + Math.floor(random() * options.length) }
}

export const clip = ({ gifUrl, thumbnail }: Clip): Clip => ({ gifUrl, thumbnail })
