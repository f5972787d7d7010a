import type { WatchBattleResponse } from '@kla/proto'
import type { Battle } from './battle.js'
import { receivedBy } from './show.js'
import { viewFor } from './view.js'

/** No account has this id: whoever sees a battle through it has neither options nor picks. */
const NOBODY = 0

/** The battle as somebody sees it who does not play: what both know, and what each of them is being shown. */
export function watchedView(battle: Battle | undefined, roomId: string): WatchBattleResponse {
  return { battle: viewFor(battle, roomId, NOBODY), shown: battle?.phase === 'show' ? shownIn(battle) : [] }
}

const shownIn = (show: Extract<Battle, { phase: 'show' }>): WatchBattleResponse['shown'] =>
  ([0, 1] as const).flatMap((position) => {
    const pick = receivedBy(show, position)
    const { accountId } = show.match.players[position]
    return pick ? [{ accountId, gifUrl: pick.gifUrl, wildCard: pick.wildCard }] : []
  })
