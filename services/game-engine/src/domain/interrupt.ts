import { EndReason } from '@kla/proto'
import type { Prompt, Result, Show } from './battle.js'
import type { Context } from './context.js'
import { endRounds } from './end-rounds.js'
import { settle } from './result.js'
import type { Step } from './step.js'
import { andThen } from './step.js'

/** Ends a battle in the middle of its rounds that was interrupted: there is nothing to vote on. */
export function interrupt(battle: Prompt | Show, context: Context): Step<Result> {
  const ending = { endedAtMs: context.now, reason: EndReason.INTERRUPTED, finishedBy: null }
  return andThen(endRounds(battle, ending, 0), (vote) => settle(vote, null, context))
}
