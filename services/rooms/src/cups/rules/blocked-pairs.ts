import { type Cup, isPaired, playersOf, type Tie } from './cup.js'

/** Pairs that must not meet, named by {@link pairOf}. */
export type BlockedPairs = ReadonlySet<string>

export type Pair = readonly [number, number]

export const pairOf = (one: number, other: number): string => `${Math.min(one, other)}:${Math.max(one, other)}`

export const isApart = (apart: BlockedPairs, { playerA, playerB }: Pick<Tie, 'playerA' | 'playerB'>): boolean =>
  apart.has(pairOf(playerA, playerB))

/** Draws by the secret seed, unpredictable for players. */
export const randomWinner = (
  { id, lotSeed = id }: Cup,
  tie: Tie,
  { hash }: { readonly hash: (text: string) => number },
): number => (hash(`${lotSeed}:${tie.id}:${tie.playerA}:${tie.playerB}`) < 0.5 ? tie.playerA : tie.playerB)

/** Pairs that a change newly brings together. */
export function newPairs(before: Cup, after: Cup): readonly Pair[] {
  if (before.ties.length === 0) return pairsOf(after.ties.filter(({ round }) => round === 1).flatMap(playersOf))
  const rooms = new Map(before.ties.map(({ id, roomId }) => [id, roomId]))
  return after.ties
    .filter((tie) => tie.state === 'called' && isPaired(tie) && rooms.get(tie.id) !== tie.roomId)
    .map(({ playerA, playerB }) => [playerA, playerB])
}

const pairsOf = (players: readonly number[]): readonly Pair[] =>
  players.flatMap((one, at) => players.slice(at + 1).map((other): Pair => [one, other]))
