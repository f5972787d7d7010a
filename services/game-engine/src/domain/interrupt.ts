import { EndReason } from '@kla/proto'
import type { Match, Prompt, Result, Show } from './battle.js'
import type { Context } from './context.js'
import { endRounds } from './end-rounds.js'
import { settle } from './result.js'
import type { Step } from './step.js'
import { andThen } from './step.js'

/**
 * Whether no engine was there for a while since the battle began. That time counts for nobody, so the battle ends without
 * a winner and does not count as played.
 */
export const isInterrupted = ({ startedAtMs }: Match, { absentUntilMs }: Pick<Context, 'absentUntilMs'>): boolean =>
  startedAtMs < absentUntilMs

/** Ends a battle in the middle of its rounds that was interrupted: there is nothing to vote on. */
export function interrupt(battle: Prompt | Show, context: Context): Step<Result> {
  const ending = { endedAtMs: context.now, reason: EndReason.INTERRUPTED, finishedBy: null }
  return andThen(endRounds(battle, ending, 0), (vote) => settle(vote, null, context))
}
