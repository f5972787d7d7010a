import { DRUM_INTERVAL_MS } from '@kla/proto/web'
import type { Clip, Prompt, Show } from './battle.js'
import type { Context } from './context.js'
import { inRoom } from './battle.js'
import { clip, pickOf, type Pick } from './hand.js'
import { toBoth, toOne } from './news.js'
import { opposite } from './players.js'
import type { Step } from './step.js'
import { step } from './step.js'
import { durationUntilCap } from './time-cap.js'

/** Begins the show: each player is shown what the other picked for it. */
export function beginShow(battle: Prompt, context: Context): Step<Show> {
  const { hands } = battle
  const match = { ...battle.match, received: [lastShown(battle, 0), lastShown(battle, 1)] as const }
  const durationMs = durationUntilCap(match, context.timings.showMs, context.now)
  const deadlineMs = context.now + durationMs
  const show: Show = { ...inRoom(battle), phase: 'show', match, hands, deadlineMs, durationMs }
  const received = ([0, 1] as const).flatMap((position) => {
    const pick = receivedBy(show, position)
    if (!pick) return []
    const value = { round: match.round, gifUrl: pick.gifUrl, wildCard: pick.wildCard }
    return [toOne(match.players[position].accountId, { $case: 'receiveGif', value })]
  })
  return step(show, [
    toBoth({ $case: 'playDrum', value: { phase: 'show', intervalMs: DRUM_INTERVAL_MS.show } }),
    toBoth({ $case: 'showGif', value: { round: match.round, deadlineMs, durationMs } }),
    ...received,
  ])
}

/** What the opponent picked for a player; nothing if there was nothing to pick from. */
export const receivedBy = ({ hands }: Prompt | Show, position: 0 | 1): Pick | undefined =>
  pickOf(hands[opposite(position)])

/** What a player has been shown last once this round is shown. */
function lastShown(battle: Prompt, position: 0 | 1): Clip | null {
  const pick = receivedBy(battle, position)
  return pick ? clip(pick) : (battle.match.received?.[position] ?? null)
}
