import type { Cup, CupSummary, TieView } from '../../entities/cup/cups.js'
import { ROUND, TIE_OF_ROUND } from '../../texts/cup.js'

interface CupGroups {
  upcoming: CupSummary[]
  running: CupSummary[]
  past: CupSummary[]
}

const starts = ({ starts_at }: CupSummary) => Date.parse(starts_at)
const ended = ({ ended_at, starts_at }: CupSummary) => Date.parse(ended_at ?? starts_at)

export const groupCups = (cups: readonly CupSummary[]): CupGroups => ({
  upcoming: cups
    .filter(({ state }) => state === 'sign-up' || state === 'check-in')
    .toSorted((one, other) => starts(one) - starts(other)),
  running: cups.filter(({ state }) => state === 'running'),
  past: cups
    .filter(({ state }) => state === 'finished' || state === 'cancelled')
    .toSorted((one, other) => ended(other) - ended(one)),
})

/** Ties of a round, with its name. */
export interface Round {
  number: number
  name: string
  ties: TieView[]
}

const nameIn = (texts: typeof ROUND | typeof TIE_OF_ROUND, round: number, rounds: number): string => {
  const later = rounds - round
  return [texts.final, texts.semiFinal, texts.quarterFinal][later] ?? texts.earlier({ players: 2 ** (later + 1) })
}

export const roundName = (round: number, rounds: number): string => nameIn(ROUND, round, rounds)

export const tieName = (round: number, rounds: number): string => nameIn(TIE_OF_ROUND, round, rounds)

export function roundsOf(ties: readonly TieView[]): Round[] {
  const count = Math.max(0, ...ties.map(({ round }) => round))
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: roundName(index + 1, count),
    ties: ties.filter(({ round }) => round === index + 1).toSorted((one, other) => one.position - other.position),
  }))
}

/** Returns the earliest unfinished round, else the final. */
export function currentRound(rounds: readonly Round[]): number {
  const open = rounds.find(({ ties }) => ties.some(({ state }) => state !== 'decided'))
  return open?.number ?? rounds.length
}

type CupStatus =
  | { kind: 'outside'; full: boolean }
  | { kind: 'entered' }
  | { kind: 'check-in-due' }
  | { kind: 'checked-in' }
  | { kind: 'tie'; tie: TieView }
  | { kind: 'missed' }
  | { kind: 'out'; tie: TieView }
  | { kind: 'champion' }
  | { kind: 'onlooker' }

export const playsIn = (tie: TieView, userId: number) => tie.player_a === userId || tie.player_b === userId

export const opponentIn = (tie: TieView, userId: number) => (tie.player_a === userId ? tie.player_b : tie.player_a)

export function statusIn(cup: Cup, userId: number): CupStatus {
  const entered = cup.you?.entered ?? false
  const checkedIn = cup.you?.checked_in ?? false
  if (cup.state === 'sign-up' || cup.state === 'check-in') {
    if (!entered) return { kind: 'outside', full: cup.entered >= cup.capacity }
    if (checkedIn) return { kind: 'checked-in' }
    return { kind: cup.state === 'check-in' ? 'check-in-due' : 'entered' }
  }
  if (cup.champion?.id === userId) return { kind: 'champion' }
  const own = cup.ties.filter((tie) => playsIn(tie, userId))
  const open = own.find(({ state }) => state !== 'decided')
  if (open && cup.state === 'running') return { kind: 'tie', tie: open }
  const last = own.at(-1)
  if (last && last.state === 'decided' && last.winner_id !== userId) return { kind: 'out', tie: last }
  return { kind: entered && !checkedIn && cup.state === 'running' ? 'missed' : 'onlooker' }
}
