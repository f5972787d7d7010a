import type { Match, Pair, SeatHolder } from './battle.js'

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
