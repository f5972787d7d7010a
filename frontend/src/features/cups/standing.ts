import type { Cup, TieView } from '../../entities/cup/cups.js'

/** Where one stands in a cup. */
export type Standing =
  /** May enter. */
  | { kind: 'outside'; full: boolean }
  | { kind: 'entered' }
  | { kind: 'check-in-due' }
  | { kind: 'checked-in' }
  /** Has a tie that is not decided. */
  | { kind: 'tie'; tie: TieView }
  /** Did not say that one was there when the bracket was drawn. */
  | { kind: 'missed' }
  | { kind: 'out'; tie: TieView }
  | { kind: 'champion' }
  /** It goes on, or ended, without this person. */
  | { kind: 'onlooker' }

/** Whether somebody plays in a tie. */
export const playsIn = (tie: TieView, userId: number) => tie.player_a === userId || tie.player_b === userId

/** The other player of a tie; null while there is none. */
export const opponentIn = (tie: TieView, userId: number) => (tie.player_a === userId ? tie.player_b : tie.player_a)

/** Where somebody stands in a cup, from the cup alone. */
export function standingIn(cup: Cup, userId: number): Standing {
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
