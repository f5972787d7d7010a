import type { Ending, Prompt, Show, Vote } from './battle.js'
import { inRoom } from './battle.js'
import { toBoth } from './news.js'
import type { Step } from './step.js'
import { step } from './step.js'

/** Ends the rounds; the vote lasts `voteMs`, 0 when there is nobody left to vote. */
export function endRounds(battle: Prompt | Show, ending: Ending, voteMs: number): Step<Vote> {
  const deadlineMs = ending.endedAtMs + voteMs
  const vote: Vote = {
    ...inRoom(battle),
    phase: 'vote',
    match: battle.match,
    ending,
    ballots: [],
    deadlineMs,
    durationMs: voteMs,
  }
  const { reason, finishedBy } = ending
  return step(vote, [
    toBoth({ $case: 'endGame', value: { deadlineMs, durationMs: voteMs, reason, finishedBy: finishedBy ?? 0 } }),
  ])
}
