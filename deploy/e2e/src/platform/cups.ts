import { randomUUID } from 'node:crypto'
import type { Session } from '@kla/bots'
import type { CupCreation, CupView, TieView } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { AdministratorSession } from './accounts.js'

/** Creates a cup in the console. */
export async function createCup(
  administrator: AdministratorSession,
  cup: Partial<Omit<CupCreation, 'starts_at'>> & { readonly startsInMs: number },
): Promise<CupView> {
  const { startsInMs, ...fields } = cup
  const body: CupCreation = {
    id: randomUUID(),
    name: 'Friday night',
    mode: 'rush',
    category: 'default',
    capacity: 64,
    starts_at: new Date(Date.now() + startsInMs).toISOString(),
    ...fields,
  }
  const response = await administrator.request('/admin/cups', { method: 'POST', body })
  if (!response.ok) throw new Error(`the cup was refused: ${await response.text()}`)
  return (await response.json()) as CupView
}

/** Polls a cup until `fits` is true of it. */
export const cupWhen = (
  session: Pick<Session, 'request'>,
  cupId: string,
  fits: (cup: CupView) => boolean,
  withinMs: number,
): Promise<CupView> =>
  eventually(async () => {
    const response = await session.request(`/api/cups/${cupId}`)
    if (!response.ok) return false
    const cup = (await response.json()) as CupView
    return fits(cup) && cup
  }, withinMs)

/** Lists faults in the bracket of a finished cup. */
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
      if (winners.join() !== players.join()) fault('other players play it than won the two before it')
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
