import {
  type Category,
  charactersOf,
  type CupStateName,
  type Mode,
  ROOM_NAME_MAX,
  type TieHowName,
  type TieStateName,
} from '@kla/proto/web'

/** Stored phase of a cup; check-in begins by the clock. */
export type CupPhase = 'open' | 'running' | 'finished' | 'cancelled'

/** Stored record. Unix milliseconds; 0 means not yet. */
export interface Cup {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  readonly category: Category
  readonly capacity: number
  readonly startsAtMs: number
  readonly checkInAtMs: number
  readonly phase: CupPhase
  readonly entries: readonly Entry[]
  /** Ties by round and position; empty before the draw. */
  readonly ties: readonly Tie[]
  readonly championId: number
  readonly endedAtMs: number
  readonly verdictsUntilMs: number
  readonly cancelReason: string
  readonly lotSeed?: string
  readonly version: number
  readonly edited?: CupEdit
  readonly createdAtMs: number
}

/** Version and author of an administrator's change. */
export interface CupEdit {
  readonly version: number
  readonly byId: number
  readonly by: string
  readonly atMs: number
}

/** A player's entry, by order of entering. */
export interface Entry {
  readonly accountId: number
  readonly username: string
  readonly avatar: string
  readonly nameRevision?: number | undefined
  readonly alias?: number | undefined
  readonly ordinal: number
  readonly checkedIn: boolean
}

/** Entry with its seed, from 1. */
export interface SeededEntry extends Entry {
  readonly seed: number
}

/** A match of two players in the bracket. */
export interface Tie {
  readonly id: string
  readonly round: number
  readonly position: number
  readonly playerA: number
  readonly playerB: number
  readonly state: TieStateName
  readonly how: TieHowName | null
  readonly winnerId: number
  readonly roomId: string
  /** Rooms of both; late results from any count. */
  readonly rooms: readonly string[]
  /** True while a closed room's result may arrive. */
  readonly roomClosed: boolean
  readonly begun: boolean
  readonly extended: boolean
  readonly calls: number
  /** True if a battle had no winner. */
  readonly played: boolean
  /** Finisher of the disputed battle; 0 for none. */
  readonly finishedBy: number
  /** Set after a draw between blocked players; administrators only. */
  readonly apart?: true
  readonly exit?: SafetyExit
  readonly deadlineMs: number
  readonly decidedAtMs: number
  readonly verdicts: readonly Verdict[]
  readonly version: number
}

/** A panic exit during a tie. */
export interface SafetyExit {
  readonly accountId: number
  /** True if a judge decides; otherwise it counts as leaving. */
  readonly excused: boolean
}

interface Verdict {
  readonly judgeId: number
  readonly judge: string
  readonly winnerId: number
  readonly reason: string
  readonly atMs: number
}

export const tieIdOf = (round: number, position: number): string => `${round}-${position}`

export const tieOf = (cup: Cup, tieId: string): Tie | undefined => cup.ties.find(({ id }) => id === tieId)

export const nextTieOf = (cup: Cup, { round, position }: Tie): Tie | undefined =>
  tieOf(cup, tieIdOf(round + 1, Math.ceil(position / 2)))

export const entryOf = (cup: Cup, accountId: number): Entry | undefined =>
  cup.entries.find((entry) => entry.accountId === accountId)

export function seededEntry(cup: Cup, accountId: number): SeededEntry | null {
  const entry = entryOf(cup, accountId)
  return entry ? { ...entry, seed: cup.entries.indexOf(entry) + 1 } : null
}

export const playersOf = ({ playerA, playerB }: Tie): readonly number[] =>
  [playerA, playerB].filter((player) => player !== 0)

export const isPaired = (tie: Tie): boolean => playersOf(tie).length === 2

export const opponentOf = ({ playerA, playerB }: Tie, accountId: number): number =>
  accountId === playerA ? playerB : playerA

export const betterSeed = (cup: Cup, { playerA, playerB }: Tie): number =>
  cup.entries.find(({ accountId }) => accountId === playerA || accountId === playerB)?.accountId ?? 0

/** Start of the week in which ended cups are listed. */
export const listedSinceMs = (nowMs: number): number => nowMs - 7 * 86_400_000

/** State with check-in, which begins by the clock. */
export function cupStateAt(cup: Pick<Cup, 'phase' | 'checkInAtMs'>, nowMs: number): CupStateName {
  if (cup.phase !== 'open') return cup.phase
  return nowMs < cup.checkInAtMs ? 'sign-up' : 'check-in'
}

export const withTie = (cup: Cup, tie: Tie): Cup => ({
  ...cup,
  ties: cup.ties.map((before) => (before.id === tie.id ? tie : before)),
})

const LAST_ROUNDS = ['Final', 'Semi-final', 'Quarter-final']

const roundName = (cup: Cup, { round }: Tie): string =>
  LAST_ROUNDS[(cup.ties.at(-1)?.round ?? round) - round] ?? `Round ${round}`

/** Name of a tie's room; cuts a long cup name. */
export function tieRoomName(cup: Cup, tie: Tie): string {
  const ending = `: ${roundName(cup, tie)}`
  const characters = charactersOf(cup.name)
  const space = ROOM_NAME_MAX - ending.length
  return (characters.length <= space ? cup.name : `${characters.slice(0, space - 1).join('')}…`) + ending
}
