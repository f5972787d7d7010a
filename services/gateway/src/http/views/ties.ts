import { TieHow, TieState, type Tie } from '@kla/proto'
import type { TieHowName, TieStateName, TieView } from '@kla/proto/web'
import { isoOrNull, numberOrNull } from './values.js'

const STATE: Readonly<Record<TieState, TieStateName>> = {
  [TieState.WAITING]: 'waiting',
  [TieState.CALLED]: 'called',
  [TieState.PLAYING]: 'playing',
  [TieState.DISPUTED]: 'disputed',
  [TieState.DECIDED]: 'decided',
  // Of what a newer service means nothing can be said, so nothing is asked of anybody.
  [TieState.UNSPECIFIED]: 'waiting',
  [TieState.UNRECOGNIZED]: 'waiting',
}

const HOW: Readonly<Record<TieHow, TieHowName | null>> = {
  [TieHow.VOTE]: 'vote',
  [TieHow.BYE]: 'bye',
  [TieHow.WALK_OVER]: 'walk-over',
  [TieHow.RETIRED]: 'retired',
  [TieHow.RULE]: 'rule',
  [TieHow.JUDGE]: 'judge',
  [TieHow.VOID]: 'void',
  [TieHow.UNSPECIFIED]: null,
  [TieHow.UNRECOGNIZED]: null,
}

export const tieStateName = (state: TieState): TieStateName => STATE[state]

/** Where it is played is told to its players and to judges alone. */
export const tieView = (tie: Tie): TieView => ({
  id: tie.id,
  round: tie.round,
  position: tie.position,
  player_a: numberOrNull(tie.playerA),
  player_b: numberOrNull(tie.playerB),
  state: STATE[tie.state],
  how: HOW[tie.how],
  winner_id: numberOrNull(tie.winnerId),
  deadline: isoOrNull(tie.deadlineMs),
  decided_at: isoOrNull(tie.decidedAtMs),
  open_to_verdict: tie.openToVerdict,
})
