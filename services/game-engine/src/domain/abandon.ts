import { EndReason } from '@kla/proto'
import type { Prompt, Result, Show, Vote } from './battle.js'
import type { Context } from './context.js'
import { endRounds } from './end-rounds.js'
import { settle } from './result.js'
import type { Step } from './step.js'
import { andThen } from './step.js'

/** A battle that somebody walks out of ends at once, without a winner; where both are gone, neither is who left. */
export function abandon(battle: Prompt | Show | Vote, gone: readonly number[], context: Context): Step<Result> {
  if (battle.phase === 'vote') return settle(battle, null, context, gone)
  const [leftBy, another] = gone
  const alone = another === undefined && leftBy !== undefined ? { leftBy } : {}
  const ending = { endedAtMs: context.now, reason: EndReason.LEFT, finishedBy: null, ...alone }
  return andThen(endRounds(battle, ending, 0), (vote) => settle(vote, null, context, gone))
}
