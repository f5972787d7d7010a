import { isPaired, playersOf, type Cup, type Tie } from './cup.js'

/** Pairs of players who must not be brought together, by {@link pairOf}. */
export type ApartPairs = ReadonlySet<string>

export type Pair = readonly [number, number]

/** The same in either order. */
export const pairOf = (one: number, other: number): string => `${Math.min(one, other)}:${Math.max(one, other)}`

export const isApart = (apart: ApartPairs, { playerA, playerB }: Pick<Tie, 'playerA' | 'playerB'>): boolean =>
  apart.has(pairOf(playerA, playerB))

/** Who goes on without a battle: by the draw's secret, so that no player knows it before. */
export const winnerByLot = ({ id, lotSeed = id }: Cup, tie: Tie, { hash }: { readonly hash: (text: string) => number }): number =>
  hash(`${lotSeed}:${tie.id}:${tie.playerA}:${tie.playerB}`) < 0.5 ? tie.playerA : tie.playerB

/** The pairs that a change brings together: all players of a new bracket, and those of ties called by it. */
export function pairsBroughtTogether(before: Cup, after: Cup): readonly Pair[] {
  if (before.ties.length === 0) return pairsOf(after.ties.filter(({ round }) => round === 1).flatMap(playersOf))
  const rooms = new Map(before.ties.map(({ id, roomId }) => [id, roomId]))
  return after.ties
    .filter((tie) => tie.state === 'called' && isPaired(tie) && rooms.get(tie.id) !== tie.roomId)
    .map(({ playerA, playerB }) => [playerA, playerB])
}

const pairsOf = (players: readonly number[]): readonly Pair[] =>
  players.flatMap((one, at) => players.slice(at + 1).map((other): Pair => [one, other]))
