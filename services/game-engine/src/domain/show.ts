import { DRUM_INTERVAL_MS } from '@kla/proto/web'
import type { Gif, Hand, Prompt, Show } from './battle.js'
import type { Context } from './context.js'
import { inRoom } from './battle.js'
import { toBoth, toOne } from './news.js'
import { opposite } from './players.js'
import type { Step } from './step.js'
import { step } from './step.js'
import { durationUntilCap } from './time-cap.js'

/** Begins the show: each player is shown what the other picked for it. */
export function beginShow(battle: Prompt, context: Context): Step<Show> {
  const { match, hands } = battle
  const durationMs = durationUntilCap(match, context.timings.showMs, context.now)
  const deadlineMs = context.now + durationMs
  const show: Show = { ...inRoom(battle), phase: 'show', match, hands, deadlineMs, durationMs }
  const received = ([0, 1] as const).flatMap((position) => {
    const gif = receivedBy(show, position)
    if (!gif) return []
    const value = { round: match.round, gifUrl: gif.gifUrl, wildCard: false }
    return [toOne(match.players[position].accountId, { $case: 'receiveGif', value })]
  })
  return step(show, [
    toBoth({ $case: 'playDrum', value: { phase: 'show', intervalMs: DRUM_INTERVAL_MS.show } }),
    toBoth({ $case: 'showGif', value: { round: match.round, deadlineMs, durationMs } }),
    ...received,
  ])
}

/** What the opponent picked for a player; nothing if there was nothing to pick from. */
export const receivedBy = (show: Show, position: 0 | 1): Gif | undefined => picked(show.hands[opposite(position)])

const picked = (hand: Hand): Gif | undefined => hand.options[hand.pick - 1]
