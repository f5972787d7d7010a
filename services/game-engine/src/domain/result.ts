import type { Match, Result, Vote } from './battle.js'
import { inRoom } from './battle.js'
import type { Context, Timings } from './context.js'
import type { Outcome } from './effect.js'
import { toBoth } from './news.js'
import { accountIds } from './players.js'
import type { Step } from './step.js'
import { step } from './step.js'

/**
 * Whether no engine was there for a while since the battle began. That time counts for nobody, so the battle ends without
 * a winner and does not count as played.
 */
export const isInterrupted = ({ startedAtMs }: Match, { absentUntilMs }: Pick<Context, 'absentUntilMs'>): boolean =>
  startedAtMs < absentUntilMs

/** Ends the vote, with a winner or with none. This, and nothing else, gives a battle its outcome. */
export function settle(
  battle: Vote,
  votedFor: number | null,
  context: Context,
  gone: readonly number[] = [],
): Step<Result> {
  const { match, ending, ballots } = battle
  const interrupted = isInterrupted(match, context)
  const winnerId = interrupted ? null : votedFor
  const durationMs = context.timings.resultMs
  const deadlineMs = context.now + durationMs
  const result: Result = {
    ...inRoom(battle),
    phase: 'result',
    match,
    ending,
    ballots,
    winnerId,
    gone,
    deadlineMs,
    durationMs,
  }
  const event =
    winnerId === null
      ? toBoth({ $case: 'noUnanimousWinner', value: { deadlineMs, durationMs } })
      : toBoth({ $case: 'winnerConfirmed', value: { winnerId, deadlineMs, durationMs } })
  return step(result, [event], [{ kind: 'finished', outcome: outcomeOf(result, context.timings, interrupted) }])
}

function outcomeOf({ roomId, match, ending, winnerId }: Result, timings: Timings, interrupted: boolean): Outcome {
  const { battleId, mode, category, startedAtMs } = match
  const { endedAtMs, reason, finishedBy, leftBy = null } = ending
  return {
    battleId,
    roomId,
    mode,
    category,
    players: accountIds(match),
    startedAtMs,
    endedAtMs,
    rounds: match.round,
    reason,
    finishedBy,
    leftBy,
    winnerId,
    counted: !interrupted && endedAtMs - startedAtMs >= timings.countedAfterMs[mode],
  }
}
