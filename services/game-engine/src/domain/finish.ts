import { EndReason } from '@kla/proto'
import type { Battle } from './battle.js'
import { isPlayed } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { endRounds } from './end-rounds.js'
import { interrupt } from './interrupt.js'
import { isInterrupted } from './result.js'
import { positionOf } from './players.js'
import type { Refusal, Step } from './step.js'
import { refuse } from './step.js'
import { capReached } from './time-cap.js'

/** A player finishes: the rounds are over, the vote begins. */
export function finish(battle: Battle, { accountId }: CommandOf<'finish'>, context: Context): Step | Refusal {
  if (isPlayed(battle) && positionOf(battle.match, accountId) === undefined) return refuse('NOT_SEATED')
  if (battle.phase !== 'prompt' && battle.phase !== 'show') return refuse('NOT_PLAYING')
  if (capReached(battle.match, context.now)) return refuse('NOT_PLAYING')
  if (isInterrupted(battle.match, context)) return interrupt(battle, context)
  const ending = { endedAtMs: context.now, reason: EndReason.FINISHED, finishedBy: accountId }
  return endRounds(battle, ending, context.timings.voteMs)
}
