import { type Battle, isPlayed, isSeatOf, type SeatHolder } from './battle.js'
import type { Command } from './step.js'

/** A room update that frees seats. */
export interface Departures {
  readonly roomId: string
  readonly roomVersion: number
  readonly left: readonly { readonly seat: SeatHolder; readonly safety: boolean }[]
  /** Seats still taken after the update. */
  readonly seats: readonly SeatHolder[]
  readonly closes: boolean
}

/** Commands of one update. Players who leave together are not blamed, except for a panic exit, which comes first. */
export function commandsFor({ roomId, roomVersion, left, closes }: Departures): Command[] {
  const close: Command[] = closes ? [{ kind: 'close', roomId, roomVersion }] : []
  const exits = left.filter(({ safety }) => safety)
  if (closes && left.length > 1 && exits.length === 0) return close
  const others = left.filter(({ safety }) => !safety)
  const leave = [...exits, ...others].map((one): Command => ({ kind: 'leave', roomId, roomVersion, ...one }))
  return [...leave, ...close]
}

/** True if the update ends a running battle, but another player left before it and the battle does not know. */
export function lacksDeparture(battle: Battle | undefined, { left, seats, closes }: Departures): boolean {
  if (!battle || !isPlayed(battle) || battle.phase === 'result') return false
  const { players } = battle.match
  const leaves = (player: SeatHolder): boolean => left.some(({ seat }) => isSeatOf(player, seat))
  const sits = (player: SeatHolder): boolean =>
    seats.some((seat) => seat.accountId === player.accountId && seat.seatTakenAtMs === player.seatTakenAtMs)
  return (closes || players.some(leaves)) && !players.every((player) => leaves(player) || sits(player))
}
