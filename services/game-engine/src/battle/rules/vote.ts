import type { Refused } from '@kla/chassis'
import { EndReason, NoWinner } from '@kla/proto'
import {
  accountIds,
  aliasesIn,
  aliasOf,
  type Ballot,
  type Battle,
  type Ending,
  inRoom,
  isForBattle,
  isPlayed,
  type Match,
  positionOf,
  type Prompt,
  recordedReason,
  type Result,
  type Show,
  type Vote,
} from './battle.js'
import { withoutPause } from './pause.js'
import { capReached } from './rounds.js'
import {
  andThen,
  type CommandOf,
  type Context,
  type Outcome,
  refuse,
  type Step,
  step,
  type Timings,
  toBoth,
} from './step.js'

export function finish(battle: Battle, { accountId, battleId }: CommandOf<'finish'>, context: Context): Step | Refused {
  if (isPlayed(battle) && positionOf(battle.match, accountId) === undefined) return refuse('NOT_SEATED')
  if (battle.phase !== 'prompt' && battle.phase !== 'show') return refuse('NOT_PLAYING')
  if (!isForBattle(battle.match, battleId)) return refuse('NOT_PLAYING')
  if (capReached(battle.match, context.now)) return refuse('NOT_PLAYING')
  if (isInterrupted(battle.match, context)) return interrupt(battle, context)
  const ending = { endedAtMs: context.now, reason: EndReason.FINISHED, finishedBy: accountId }
  return endRounds(battle, ending, context.timings.voteMs)
}

/** Votes for a player or none; two votes end the phase. */
export function declareWinner(
  battle: Battle,
  { accountId, winnerId: wanted, winnerAlias, battleId }: CommandOf<'declare-winner'>,
  context: Context,
): Step | Refused {
  if (isPlayed(battle) && positionOf(battle.match, accountId) === undefined) return refuse('NOT_SEATED')
  if (battle.phase !== 'vote' || context.now >= battle.deadlineMs) return refuse('NOT_VOTING')
  if (!isForBattle(battle.match, battleId)) return refuse('NOT_VOTING')
  if (battle.ballots.some((ballot) => ballot.accountId === accountId)) return refuse('ALREADY_VOTED')
  const winnerId = winnerAlias === undefined ? wanted : accountBy(battle.match, winnerAlias)
  if (winnerId === undefined) return refuse('NO_SUCH_PLAYER')
  if (winnerId !== null && positionOf(battle.match, winnerId) === undefined) return refuse('NO_SUCH_PLAYER')

  const voted = { ...battle, ballots: [...battle.ballots, { accountId, winnerId }] }
  return voted.ballots.length === 2 ? settle(voted, unanimous(voted.ballots), context) : step(voted)
}

const accountBy = (match: Match, alias: number): number | undefined =>
  match.players.find((player) => aliasOf(player) === alias)?.accountId

function unanimous([one, other]: readonly Ballot[]): number | null {
  return one && other && one.winnerId === other.winnerId ? one.winnerId : null
}

/** Decides the outcome; nothing else does. */
export function settle(
  battle: Vote,
  votedFor: number | null,
  context: Context,
  gone: readonly number[] = [],
): Step<Result> {
  const { match, ending, ballots } = battle
  const interrupted = isInterrupted(match, context)
  const winnerId = interrupted ? null : votedFor
  const noWinner = winnerId === null ? whyNoWinner(ballots, gone.length > 0, interrupted) : undefined
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
    ready: [],
    ...(noWinner === undefined ? {} : { noWinner }),
    deadlineMs,
    durationMs,
  }
  const event =
    winnerId === null
      ? toBoth({ $case: 'noUnanimousWinner', value: { deadlineMs, durationMs, why: noWinner } })
      : toBoth({ $case: 'winnerConfirmed', value: { winnerId, deadlineMs, durationMs } })
  return step(result, [event], [{ kind: 'finished', outcome: outcomeOf(result, context.timings, interrupted) }])
}

/** Tells of leaving first, so that a panic exit reads the same whatever came before it. */
function whyNoWinner(ballots: readonly Ballot[], left: boolean, interrupted: boolean): NoWinner {
  if (left) return NoWinner.LEFT
  if (interrupted) return NoWinner.INTERRUPTED
  if (ballots.length < 2) return NoWinner.MISSING_VOTE
  return ballots.every((ballot) => ballot.winnerId === null) ? NoWinner.NONE : NoWinner.SPLIT
}

function outcomeOf(
  { roomId, match, ending, winnerId, noWinner }: Result,
  timings: Timings,
  interrupted: boolean,
): Outcome {
  const { battleId, mode, category, startedAtMs } = match
  const { endedAtMs, finishedBy, leftBy = null, exitBy } = ending
  const isExit = exitBy !== undefined
  const playedMs = endedAtMs - startedAtMs - (match.repairs?.battleMs ?? 0)
  return {
    battleId,
    roomId,
    mode,
    category,
    players: accountIds(match),
    startedAtMs,
    endedAtMs,
    rounds: match.round,
    reason: recordedReason(ending),
    // A panic exit in rush counts for neither.
    finishedBy: isExit ? null : finishedBy,
    leftBy: exitBy ?? leftBy,
    winnerId,
    noWinner,
    aliases: aliasesIn(match),
    counted: !interrupted && !isExit && playedMs >= timings.countedAfterMs[mode],
  }
}

export function endRounds(battle: Prompt | Show, ending: Ending, voteMs: number): Step<Vote> {
  const deadlineMs = ending.endedAtMs + voteMs
  const vote: Vote = {
    ...inRoom(battle),
    phase: 'vote',
    match: withoutPause(battle, ending.endedAtMs).match,
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

/** True if all engines were down since the start: it does not count. */
export const isInterrupted = ({ startedAtMs }: Match, { absentUntilMs }: Pick<Context, 'absentUntilMs'>): boolean =>
  startedAtMs < absentUntilMs

export function interrupt(battle: Prompt | Show, context: Context): Step<Result> {
  const ending = { endedAtMs: context.now, reason: EndReason.INTERRUPTED, finishedBy: null }
  return andThen(endRounds(battle, ending, 0), (vote) => settle(vote, null, context))
}
