import {
  type Category,
  charactersOf,
  type CupStateName,
  type Mode,
  ROOM_NAME_MAX,
  type TieHowName,
  type TieStateName,
} from '@kla/proto/web'

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
  /** Ties by round and position, the final last; empty before the draw. */
  readonly ties: readonly Tie[]
  readonly championId: number
  readonly endedAtMs: number
  /** Deadline for verdicts in a finished cup; 0 before. */
  readonly verdictsUntilMs: number
  readonly cancelReason: string
  /** Secret of random decisions; absent before the draw. */
  readonly lotSeed?: string
  readonly version: number
  /** Last change by an administrator. */
  readonly edited?: CupEdit
  readonly createdAtMs: number
}

export interface CupEdit {
  readonly version: number
  readonly byId: number
  readonly by: string
  readonly atMs: number
}

export interface Entry {
  readonly accountId: number
  readonly username: string
  readonly avatar: string
  /** Revision of the name; higher is newer. Absent until the first change. */
  readonly nameRevision?: number | undefined
  /** Public alias. Absent: the account id. */
  readonly alias?: number | undefined
  readonly ordinal: number
  readonly checkedIn: boolean
}

/** Entry with its seed, from 1. */
export interface SeededEntry extends Entry {
  readonly seed: number
}

export interface Tie {
  /** `<round>-<position>`, both from 1. */
  readonly id: string
  readonly round: number
  readonly position: number
  /** Account id; 0 for unknown or none. */
  readonly playerA: number
  readonly playerB: number
  readonly state: TieStateName
  readonly how: TieHowName | null
  /** Account id; 0 for none. */
  readonly winnerId: number
  /** Chosen when the tie is called; empty before. */
  readonly roomId: string
  /** Rooms chosen for these two: a late result from any of them counts. */
  readonly rooms: readonly string[]
  /** True while a closed room's result may still arrive. */
  readonly roomClosed: boolean
  readonly begun: boolean
  /** True if both sat idle in the room and got a second deadline. */
  readonly extended: boolean
  readonly calls: number
  /** True if a battle ended without a winner. */
  readonly played: boolean
  /** Player who finished the disputed battle; 0 for none. */
  readonly finishedBy: number
  /** Set after a random draw between blocked players. For administrators only. */
  readonly apart?: true
  /** Panic exit, for administrators only. */
  readonly exit?: SafetyExit
  /** Unix milliseconds; 0 for none. */
  readonly deadlineMs: number
  readonly decidedAtMs: number
  readonly verdicts: readonly Verdict[]
  /** Cup version of the tie's last change. */
  readonly version: number
}

export interface SafetyExit {
  readonly accountId: number
  /** True if a judge decides; otherwise the exit counts as leaving. */
  readonly excused: boolean
}

interface Verdict {
  readonly judgeId: number
  readonly judge: string
  /** Account id; 0 if no player advances. */
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

/** Name of the tie's room; a long cup name is cut. */
export function tieRoomName(cup: Cup, tie: Tie): string {
  const ending = `: ${roundName(cup, tie)}`
  const characters = charactersOf(cup.name)
  const space = ROOM_NAME_MAX - ending.length
  return (characters.length <= space ? cup.name : `${characters.slice(0, space - 1).join('')}…`) + ending
}
