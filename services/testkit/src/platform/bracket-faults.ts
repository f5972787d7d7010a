import type { CupView, TieView } from '@kla/proto/web'

/** What is wrong with the bracket of a cup that is over: nothing, if it is right. */
export function bracketFaults(cup: CupView): string[] {
  const tie = (round: number, position: number): TieView | undefined =>
    cup.ties.find((one) => one.round === round && one.position === position)
  const rounds = Math.max(0, ...cup.ties.map(({ round }) => round))
  const faults: string[] = []
  const out = new Set<number>()

  for (const { id, round, position, state, player_a, player_b, winner_id } of cup.ties) {
    const fault = (what: string): unknown => faults.push(`tie ${id}: ${what}`)
    const players = [player_a, player_b]
    if (state !== 'decided') fault(`it is ${state}`)
    if (winner_id !== null && !players.includes(winner_id)) fault('somebody else won it')
    if (round > 1) {
      const winners = [position * 2 - 1, position * 2].map((from) => tie(round - 1, from)?.winner_id ?? null)
      if (winners.join() !== players.join()) fault('other people play it than won the two before it')
    }
    for (const player of players) {
      if (player === null) continue
      if (out.has(player)) fault(`${player} was out already`)
      if (player !== winner_id) out.add(player)
    }
  }
  const final = tie(rounds, 1)
  if ((final?.winner_id ?? null) !== (cup.champion?.id ?? null)) faults.push('the champion did not win the final')
  return faults
}
