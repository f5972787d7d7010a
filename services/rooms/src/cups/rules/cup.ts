import { charactersOf, ROOM_NAME_MAX, type Category, type CupStateName, type Mode, type TieHowName, type TieStateName } from '@kla/proto/web'

export type CupPhase = 'open' | 'running' | 'finished' | 'cancelled'

/** The stored record. Times in Unix milliseconds; 0: not yet. */
export interface Cup {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  readonly category: Category
  readonly capacity: number
  readonly startsAtMs: number
  readonly checkInAtMs: number
  readonly phase: CupPhase
  /** By seed, best first. */
  readonly entries: readonly Entry[]
  /** By round and position, the final last; empty before the draw. */
  readonly ties: readonly Tie[]
  readonly championId: number
  readonly endedAtMs: number
  /** For a finished cup; 0: not finished. */
  readonly verdictsUntilMs: number
  readonly cancelReason: string
  /** The secret of the lots; absent before the draw. */
  readonly lotSeed?: string
  readonly version: number
  /** By an administrator, the last time; absent: never. */
  readonly edited?: CupEdit
  readonly createdAtMs: number
}

export interface CupEdit {
  /** The cup's after it. */
  readonly version: number
  readonly byId: number
  readonly by: string
  readonly atMs: number
}

export interface Entry {
  readonly accountId: number
  readonly username: string
  readonly avatar: string
  /** Of the name; the higher is newer. Absent: never changed. */
  readonly nameRevision?: number | undefined
  /** By which others know the entrant. Absent: the account id. */
  readonly alias?: number | undefined
  /** Order of entering. */
  readonly ordinal: number
  readonly checkedIn: boolean
}

/** From 1. */
export interface SeededEntry extends Entry {
  readonly seed: number
}

export interface Tie {
  /** "<round>-<position>", both from 1. */
  readonly id: string
  readonly round: number
  readonly position: number
  /** 0: unknown, or none. */
  readonly playerA: number
  readonly playerB: number
  readonly state: TieStateName
  readonly how: TieHowName | null
  /** 0: none. */
  readonly winnerId: number
  /** Chosen when the tie is called; empty before. */
  readonly roomId: string
  /** Every room chosen for these two: a late result from any counts. */
  readonly rooms: readonly string[]
  /** The result may still arrive. */
  readonly roomClosed: boolean
  /** A battle has begun. */
  readonly begun: boolean
  /** Both sat in the room without a battle and got a second deadline. */
  readonly extended: boolean
  readonly calls: number
  /** A battle ended without a winner. */
  readonly played: boolean
  /** In a dispute: who finished the battle; 0: none. */
  readonly finishedBy: number
  /** Its players must not be brought together: a lot has decided. For administrators alone. */
  readonly apart?: true
  /** For administrators alone. */
  readonly exit?: SafetyExit
  /** 0: none. */
  readonly deadlineMs: number
  readonly decidedAtMs: number
  /** Latest last. */
  readonly verdicts: readonly Verdict[]
  /** The cup's when the tie changed last. */
  readonly version: number
}

/** A player took the way out of the tie's room. */
export interface SafetyExit {
  readonly accountId: number
  /** Costs nothing: a judge decides. Else it counts as leaving. */
  readonly excused: boolean
}

interface Verdict {
  readonly judgeId: number
  readonly judge: string
  /** 0: no player advances. */
  readonly winnerId: number
  readonly reason: string
  readonly atMs: number
}

export const tieIdOf = (round: number, position: number): string => `${round}-${position}`

export const tieOf = (cup: Cup, tieId: string): Tie | undefined => cup.ties.find(({ id }) => id === tieId)

/** Undefined for the final. */
export const nextTieOf = (cup: Cup, { round, position }: Tie): Tie | undefined =>
  tieOf(cup, tieIdOf(round + 1, Math.ceil(position / 2)))

export const entryOf = (cup: Cup, accountId: number): Entry | undefined =>
  cup.entries.find((entry) => entry.accountId === accountId)

/** Null for 0. */
export function seededEntry(cup: Cup, accountId: number): SeededEntry | null {
  const entry = entryOf(cup, accountId)
  return entry ? { ...entry, seed: cup.entries.indexOf(entry) + 1 } : null
}

export const playersOf = ({ playerA, playerB }: Tie): readonly number[] =>
  [playerA, playerB].filter((player) => player !== 0)

export const isPaired = (tie: Tie): boolean => playersOf(tie).length === 2

/** 0: none yet. */
export const opponentOf = ({ playerA, playerB }: Tie, accountId: number): number =>
  accountId === playerA ? playerB : playerA

export const betterSeed = (cup: Cup, { playerA, playerB }: Tie): number =>
  cup.entries.find(({ accountId }) => accountId === playerA || accountId === playerB)?.accountId ?? 0

/** Ended cups stay listed for a week. */
export const listedSinceMs = (nowMs: number): number => nowMs - 7 * 86_400_000

/** Check-in begins by the clock. */
export function cupStateAt(cup: Pick<Cup, 'phase' | 'checkInAtMs'>, nowMs: number): CupStateName {
  if (cup.phase !== 'open') return cup.phase
  return nowMs < cup.checkInAtMs ? 'sign-up' : 'check-in'
}

export const withTie = (cup: Cup, tie: Tie): Cup => ({
  ...cup,
  ties: cup.ties.map((before) => (before.id === tie.id ? tie : before)),
})

const FROM_THE_END = ['Final', 'Semi-final', 'Quarter-final']

const roundName = (cup: Cup, { round }: Tie): string =>
  FROM_THE_END[(cup.ties.at(-1)?.round ?? round) - round] ?? `Round ${round}`

/** Cuts a long cup name. */
export function tieRoomName(cup: Cup, tie: Tie): string {
  const ending = `: ${roundName(cup, tie)}`
  const characters = charactersOf(cup.name)
  const space = ROOM_NAME_MAX - ending.length
  return (characters.length <= space ? cup.name : `${characters.slice(0, space - 1).join('')}…`) + ending
}
