import { type Category, type CupStateName, type Mode, ROOM_NAME_MAX, type TieHowName, type TieStateName } from '@kla/proto/web'

/** `open`: people enter, and check in once it is time for it. */
export type CupPhase = 'open' | 'running' | 'finished' | 'cancelled'

/** A cup as it is stored: all that is known of it, in one record. Times are Unix milliseconds, 0: not yet. */
export interface Cup {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  readonly category: Category
  readonly capacity: number
  readonly startsAtMs: number
  readonly checkInAtMs: number
  readonly phase: CupPhase
  /** In the order of their seeds, best first. */
  readonly entries: readonly Entry[]
  /** By round, then by position, the final last; empty until the bracket is drawn. */
  readonly ties: readonly Tie[]
  /** 0: not yet, or nobody. */
  readonly championId: number
  readonly endedAtMs: number
  /** Until when a judge may correct the ties of a cup that is finished; 0: it is not. */
  readonly verdictsUntilMs: number
  /** Why it was cancelled, in an administrator's words. */
  readonly cancelReason: string
  /** Rises by one with every change, from 1. */
  readonly version: number
  readonly createdAtMs: number
}

export interface Entry {
  readonly accountId: number
  readonly username: string
  readonly avatar: string
  /** Rises in the order in which people entered. */
  readonly ordinal: number
  readonly checkedIn: boolean
}

/** An entry with its seed, from 1. */
export interface SeededEntry extends Entry {
  readonly seed: number
}

export interface Tie {
  /** "<round>-<position>", both from 1. */
  readonly id: string
  readonly round: number
  readonly position: number
  /** 0: not known yet, or nobody. */
  readonly playerA: number
  readonly playerB: number
  readonly state: TieStateName
  readonly how: TieHowName | null
  /** 0: not decided, or nobody. */
  readonly winnerId: number
  /** The room in which it is to be played, chosen when the tie is called; empty before. */
  readonly roomId: string
  /** All rooms that were ever chosen for these two: a late result from any of them is a result. */
  readonly rooms: readonly string[]
  /** The room is gone; the result may still be on its way. */
  readonly roomClosed: boolean
  /** A battle has begun in the room. */
  readonly begun: boolean
  /** Both sat in the room without a battle until the deadline, and were given a second one. */
  readonly extended: boolean
  /** How often these two were called. */
  readonly calls: number
  /** A battle of theirs has ended, without a winner. */
  readonly played: boolean
  /** Of a disputed tie: who finished the battle; 0: nobody. */
  readonly finishedBy: number
  /** When something happens by itself; 0: nothing does. */
  readonly deadlineMs: number
  readonly decidedAtMs: number
  /** What judges have said, the latest last. */
  readonly verdicts: readonly Verdict[]
  /** That of the cup when the tie changed last. */
  readonly version: number
}

interface Verdict {
  readonly judgeId: number
  readonly judge: string
  /** 0: nobody advances. */
  readonly winnerId: number
  readonly reason: string
  readonly atMs: number
}

export const tieIdOf = (round: number, position: number): string => `${round}-${position}`

export const tieOf = (cup: Cup, tieId: string): Tie | undefined => cup.ties.find(({ id }) => id === tieId)

/** The tie in which the winner of this one plays; undefined for the final. */
export const nextTieOf = (cup: Cup, { round, position }: Tie): Tie | undefined =>
  tieOf(cup, tieIdOf(round + 1, Math.ceil(position / 2)))

export const entryOf = (cup: Cup, accountId: number): Entry | undefined =>
  cup.entries.find((entry) => entry.accountId === accountId)

/** Somebody's entry with its seed; null for nobody. */
export function seededEntry(cup: Cup, accountId: number): SeededEntry | null {
  const entry = entryOf(cup, accountId)
  return entry ? { ...entry, seed: cup.entries.indexOf(entry) + 1 } : null
}

export const playersOf = ({ playerA, playerB }: Tie): readonly number[] =>
  [playerA, playerB].filter((player) => player !== 0)

/** Whether there are two to play it. */
export const isPaired = (tie: Tie): boolean => playersOf(tie).length === 2

/** Who plays against somebody; 0: nobody, or not known yet. */
export const opponentOf = ({ playerA, playerB }: Tie, accountId: number): number =>
  accountId === playerA ? playerB : playerA

/** Which of two has the better seed. */
export const betterSeed = (cup: Cup, { playerA, playerB }: Tie): number =>
  cup.entries.find(({ accountId }) => accountId === playerA || accountId === playerB)?.accountId ?? 0

/** Finished cups stay listed for a week. Unix milliseconds. */
export const listedSinceMs = (nowMs: number): number => nowMs - 7 * 86_400_000

/** What a cup is called at a time: check-in begins by the clock. */
export function cupStateAt(cup: Pick<Cup, 'phase' | 'checkInAtMs'>, nowMs: number): CupStateName {
  if (cup.phase !== 'open') return cup.phase
  return nowMs < cup.checkInAtMs ? 'sign-up' : 'check-in'
}

/** The cup with one tie as it is now. */
export const withTie = (cup: Cup, tie: Tie): Cup => ({
  ...cup,
  ties: cup.ties.map((before) => (before.id === tie.id ? tie : before)),
})

const FROM_THE_END = ['Final', 'Semi-final', 'Quarter-final']

/** What the round of a tie is called. */
const roundName = (cup: Cup, { round }: Tie): string =>
  FROM_THE_END[(cup.ties.at(-1)?.round ?? round) - round] ?? `Round ${round}`

/** The name of the room in which a tie is played; a long name of the cup is cut. */
export function tieRoomName(cup: Cup, tie: Tie): string {
  const ending = `: ${roundName(cup, tie)}`
  const characters = [...cup.name]
  const space = ROOM_NAME_MAX - ending.length
  return (characters.length <= space ? cup.name : `${characters.slice(0, space - 1).join('')}…`) + ending
}
