import type { Ballot, Battle } from './battle.js'
import { isPlayed } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { positionOf } from './players.js'
import { settle } from './result.js'
import type { Refusal, Step } from './step.js'
import { refuse, step } from './step.js'

/** A player's one vote: for either player or for no winner. The second one settles the battle. */
export function declareWinner(
  battle: Battle,
  { accountId, winnerId }: CommandOf<'declare-winner'>,
  context: Context,
): Step | Refusal {
  if (isPlayed(battle) && positionOf(battle.match, accountId) === undefined) return refuse('NOT_SEATED')
  if (battle.phase !== 'vote' || context.now >= battle.deadlineMs) return refuse('NOT_VOTING')
  if (battle.ballots.some((ballot) => ballot.accountId === accountId)) return refuse('ALREADY_VOTED')
  if (winnerId !== null && positionOf(battle.match, winnerId) === undefined) return refuse('NO_SUCH_PLAYER')

  const voted = { ...battle, ballots: [...battle.ballots, { accountId, winnerId }] }
  return voted.ballots.length === 2 ? settle(voted, unanimous(voted.ballots), context) : step(voted)
}

function unanimous([one, other]: readonly Ballot[]): number | null {
  return one && other && one.winnerId === other.winnerId ? one.winnerId : null
}
