import type { EndReason } from '@kla/proto'
import type { Category, Mode } from '@kla/proto/web'

/** What is written down for one room: waiting for two to ready up, or one of the four phases of a battle. */
export type Battle = Waiting | Prompt | Show | Vote | Result | Closed
/** The phases in which two people are in a battle. */
export type Played = Prompt | Show | Vote | Result

export type Pair<T> = readonly [T, T]

/** A GIF as players meet it. */
export interface Clip {
  readonly gifUrl: string
  readonly thumbnail: string
}

/** A GIF that can be dealt. */
export interface Gif extends Clip {
  readonly id: number
}

/** An account and the moment it took its seat: somebody who left and came back holds another seat. */
export interface SeatHolder {
  readonly accountId: number
  readonly seatTakenAtMs: number
}

export interface Player extends SeatHolder {
  /** Ids of the GIFs dealt to this player in this battle, the longest unseen first. */
  readonly seen: readonly number[]
}

/** A GIF from a player's own library, for which one Wild Card is held at commerce until it is played or dropped. */
export interface WildCard extends Clip {
  /** Names the hold; no other Wild Card ever has the same. */
  readonly key: string
  /** The command that began it, so that a repeat is known. */
  readonly commandId: string
  /** False while it is not known whether its player can pay: then it may yet come to nothing. */
  readonly played: boolean
}

/** What one player may choose from in a round. */
export interface Hand {
  readonly options: readonly Gif[]
  /** Position in `options`, from 1; 0 while none of them is picked. */
  readonly pick: number
  /** Takes the place of a pick. Absent for none, as in records from before there were any. */
  readonly wildCard?: WildCard
}

/** What stays the same through all phases of a battle, but for the round. */
export interface Match {
  readonly battleId: string
  readonly mode: Mode
  readonly category: Category
  readonly players: Pair<Player>
  readonly startedAtMs: number
  /** When the mode's cap ends the rounds. */
  readonly capAtMs: number
  /** From 1. */
  readonly round: number
  /** What each player was shown last; absent before the first show, and in records from before it was kept. */
  readonly received?: Pair<Clip | null>
}

/** One round of one battle. */
export interface Turn {
  readonly battleId: string
  readonly round: number
}

/** How the rounds came to their end. */
export interface Ending {
  readonly endedAtMs: number
  readonly reason: EndReason
  readonly finishedBy: number | null
  /** Whose leaving it was; absent where nobody's in particular. */
  readonly leftBy?: number
}

export interface Ballot {
  readonly accountId: number
  /** Null: a vote for no winner. */
  readonly winnerId: number | null
}

interface InRoom {
  readonly roomId: string
  /** Number of the last news told of this room. */
  readonly newsSeq: number
  /** The newest version of the room whose departures are accounted for here. */
  readonly roomVersion: number
}

interface Timed {
  /** Unix milliseconds. */
  readonly deadlineMs: number
  readonly durationMs: number
}

export interface Waiting extends InRoom {
  readonly phase: 'waiting'
  readonly ready: readonly SeatHolder[]
  readonly lastBattle: { readonly battleId: string; readonly players: Pair<number> } | null
}

export interface Prompt extends InRoom, Timed {
  readonly phase: 'prompt'
  readonly match: Match
  /** In the order of the match's players. */
  readonly hands: Pair<Hand>
}

export interface Show extends InRoom, Timed {
  readonly phase: 'show'
  readonly match: Match
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
  /** Players who no longer have a seat. */
  readonly gone: readonly number[]
}

/** The room is closed; kept for a while so that a command still on its way cannot open it again. */
export interface Closed extends InRoom {
  readonly phase: 'closed'
}

/** A room in which nothing has happened yet. */
export const emptyRoom = (roomId: string): Waiting => ({
  roomId,
  newsSeq: 0,
  roomVersion: 0,
  phase: 'waiting',
  ready: [],
  lastBattle: null,
})

export const isPlayed = (battle: Battle): battle is Played => 'match' in battle

/** What carries over from one phase to the next. */
export const inRoom = ({ roomId, newsSeq, roomVersion }: Battle): InRoom => ({ roomId, newsSeq, roomVersion })

export const accountIds = (match: Match): Pair<number> => [match.players[0].accountId, match.players[1].accountId]

/** Position of an account among the players, or undefined when it does not play this battle. */
export function positionOf(match: Match, accountId: number): 0 | 1 | undefined {
  if (match.players[0].accountId === accountId) return 0
  if (match.players[1].accountId === accountId) return 1
  return undefined
}

export const opposite = (position: 0 | 1): 0 | 1 => (position === 0 ? 1 : 0)

/** A pair with one of its two replaced. */
export const replaced = <T>(pair: Pair<T>, position: 0 | 1, value: T): Pair<T> =>
  position === 0 ? [value, pair[1]] : [pair[0], value]

/** Whether news that a seat was left speaks of the seat that `holder` holds, not of one held before. */
export const isSeatOf = (holder: SeatHolder, left: SeatHolder): boolean =>
  holder.accountId === left.accountId && holder.seatTakenAtMs <= left.seatTakenAtMs

/** What a player has picked for its opponent. */
export interface Pick extends Clip {
  readonly wildCard: boolean
}

/** The pick that a hand holds, if it holds one. */
export function pickOf({ options, pick, wildCard }: Hand): Pick | undefined {
  if (wildCard) return wildCard.played ? { ...clip(wildCard), wildCard: true } : undefined
  const option = options[pick - 1]
  return option && { ...clip(option), wildCard: false }
}

/** Whether nothing is left to pick: it is done, or there is nothing to pick from. */
export const isSettled = (hand: Hand): boolean =>
  hand.wildCard ? hand.wildCard.played : hand.pick !== 0 || hand.options.length === 0

/** Whether the player has used its pick, or is about to. */
export const isTaken = (hand: Hand): boolean => hand.pick !== 0 || hand.wildCard !== undefined

/** The hand at the end of the prompt: what is not picked is picked at random, and a Wild Card still pending is none. */
export function withPick(hand: Hand, random: () => number): Hand {
  if (isSettled(hand)) return hand
  const { options } = hand
  return { options, pick: options.length === 0 ? 0 : 1 + Math.floor(random() * options.length) }
}

/** Of anything that is a GIF, what players meet of it. */
export const clip = ({ gifUrl, thumbnail }: Clip): Clip => ({ gifUrl, thumbnail })
