import { awaitEvent } from '../../bots/index.js'
import type { Ground, Person } from '../ground.js'
import { forAll } from '../people.js'
import { candidateOf, descriptionOf } from '../session-description.js'
import type { ReachablePair } from './seats.js'

/** A description each way, and as many candidates as a browser with two networks finds. */
const CANDIDATES = 6
export const SIGNALS = 1 + CANDIDATES

/** Offers, answers and candidates by way of media-signalling. */
export const signals = ({ measure }: Ground, pairs: readonly ReachablePair[]) =>
  measure.work('signal', async () => {
    await forAll(pairs, async ({ first, second, peers }) => {
      await sendSignals('offer', first, second, peers.first())
      await sendSignals('answer', second, first, peers.second())
    })
    return pairs.length * 2 * SIGNALS
  })

/** Sends a description with its candidates, and waits until all of them have come: {@link SIGNALS}. */
export async function sendSignals(kind: 'offer' | 'answer', from: Person, receiver: Person, to: string): Promise<void> {
  let left = SIGNALS
  const all = awaitEvent(receiver.bot.client, `the ${kind} and its candidates`, ({ event }) => {
    if (event === kind || event === 'ice-candidate') left -= 1
    return left === 0 ? true : undefined
  })
  await from.bot.must(kind, { to, payload: { type: kind, sdp: descriptionOf(kind) } })
  for (let at = 0; at < CANDIDATES; at++) await from.bot.must('ice-candidate', { to, payload: candidateOf(at) })
  await all
}
