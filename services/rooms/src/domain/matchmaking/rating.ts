/** What a new player begins with, and how much one battle moves at most: the customary figures of Elo. */
export const RATING_AT_FIRST = 1_500
const STEP = 32
/** So many points ahead, somebody is expected to win ten times as often as to lose. */
const SCALE = 400

/** The ratings of the winner and the loser after a battle. */
export function rate(winner: number, loser: number): { readonly winner: number; readonly loser: number } {
  const expected = 1 / (1 + 10 ** ((loser - winner) / SCALE))
  const moved = STEP * (1 - expected)
  return { winner: winner + moved, loser: loser - moved }
}
