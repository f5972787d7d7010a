import type { GetResultResponse } from '@kla/proto'
import { EndReason, NotCounted, NoWinner } from '@kla/proto'
import { SCORE_WINDOW_MS } from '@kla/proto/web'
import { accountIds, aliasesIn, type Battle, type Pair, positionOf } from './battle.js'
import type { Outcome } from './step.js'

/** A finished battle, recorded or not. */
export interface Finished extends Pick<
  Outcome,
  'battleId' | 'mode' | 'players' | 'aliases' | 'endedAtMs' | 'winnerId'
> {
  /** Undefined with a winner. */
  readonly noWinner: NoWinner | undefined
  /** When the vote was over or, for a recorded one, when it was recorded. */
  readonly decidedAtMs: number
}

/** A finished battle, as the standings have it. */
export interface Recorded extends Finished, Pick<Outcome, 'rounds' | 'reason'> {
  /** True if it lasted long enough. */
  readonly counted: boolean
  /** True if it is one of the pair's that count on its day. */
  readonly played: boolean
}

/** Wins of a battle's players against each other, in their order. */
export type Wins = Pair<number>

/** Times between which wins belong to a battle's score; the first excluded. */
export const scoreSpan = ({ endedAtMs }: Pick<Finished, 'endedAtMs'>) => ({
  afterMs: endedAtMs - SCORE_WINDOW_MS,
  untilMs: endedAtMs,
})

/** Battle whose result is shown, for its players; it may not be recorded yet. */
export function finishedIn(battle: Battle | undefined, accountId: number): Finished | undefined {
  if (battle?.phase !== 'result' || positionOf(battle.match, accountId) === undefined) return undefined
  const { match, ending, winnerId, noWinner, deadlineMs, durationMs } = battle
  return {
    battleId: match.battleId,
    mode: match.mode,
    players: accountIds(match),
    aliases: aliasesIn(match),
    endedAtMs: ending.endedAtMs,
    winnerId,
    noWinner,
    decidedAtMs: deadlineMs - durationMs,
  }
}

export const isRecorded = (battle: Finished): battle is Recorded => 'played' in battle

/**
 * Result as one of its players may read it. After a player left nothing here tells whether it counts: a panic exit does
 * not, and must read as leaving does.
 */
export function resultView(
  battle: Finished,
  before: Wins,
  isWinCounted: boolean,
  accountId: number,
): GetResultResponse {
  const { battleId, mode, players, aliases, winnerId, endedAtMs, decidedAtMs } = battle
  const [own, opponent] = players[0] === accountId ? ([0, 1] as const) : ([1, 0] as const)
  const winsOf = (at: 0 | 1): number => before[at] + (winnerId === players[at] ? 1 : 0)
  // Or used the panic exit.
  const left = battle.noWinner === NoWinner.LEFT
  return {
    battleId,
    mode,
    winnerId: winnerId ?? 0,
    endedAtMs,
    decidedAtMs,
    aliases: [
      { accountId: players[0], alias: aliases[0] },
      { accountId: players[1], alias: aliases[1] },
    ],
    ownWins: winsOf(own),
    opponentWins: winsOf(opponent),
    left,
    recorded: left || isRecorded(battle),
    ...(!left && isRecorded(battle) ? figuresOf(battle, isWinCounted) : { notCounted: NotCounted.UNSPECIFIED }),
  }
}

function figuresOf(battle: Recorded, isWinCounted: boolean) {
  const { counted, played, winnerId } = battle
  const counts = counted && played
  return {
    counted: counts,
    notCounted: counts ? NotCounted.UNSPECIFIED : whyNotCounted(battle),
    ...(counts && winnerId !== null ? { winCounted: isWinCounted } : {}),
  }
}

function whyNotCounted({ counted, reason, noWinner }: Recorded): NotCounted {
  if (counted) return NotCounted.PAIR_LIMIT
  return reason === EndReason.INTERRUPTED || noWinner === NoWinner.INTERRUPTED
    ? NotCounted.INTERRUPTED
    : NotCounted.TOO_SHORT
}
