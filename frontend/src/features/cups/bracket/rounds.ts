import type { TieView } from '../../../entities/cup/cups.js'

export interface Round {
  /** From 1. */
  number: number
  name: string
  ties: TieView[]
}

const NAMES = ['Final', 'Semi-finals', 'Quarter-finals']

/** What the `round`th of so many rounds is called. */
export function roundName(round: number, rounds: number): string {
  const before = rounds - round
  return NAMES[before] ?? `Round of ${2 ** (before + 1)}`
}

/** The same of one tie in it. */
export const tieName = (round: number, rounds: number): string => roundName(round, rounds).replace(/s$/, '')

/** The bracket by rounds, each by position. */
export function roundsOf(ties: readonly TieView[]): Round[] {
  const count = Math.max(0, ...ties.map(({ round }) => round))
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: roundName(index + 1, count),
    ties: ties.filter(({ round }) => round === index + 1).toSorted((one, other) => one.position - other.position),
  }))
}

/** The round to look at first: the earliest that is not over, else the final. */
export function currentRound(rounds: readonly Round[]): number {
  const open = rounds.find(({ ties }) => ties.some(({ state }) => state !== 'decided'))
  return open?.number ?? rounds.length
}
