import type { CupEntryView, CupStateName, CupTieView, TieHowName, TieStateName, TieView } from '@kla/proto/web'
import type { PillTone } from '../kit/text.js'

export const tieKey = ({ cup_id, tie }: Pick<CupTieView, 'cup_id' | 'tie'>): string => `${cup_id}:${tie.id}`

export const tieWords = ({ round, position }: Pick<TieView, 'round' | 'position'>): string =>
  `Round ${round}, tie ${position}`

/** Names a round: 'Final', 'Semi-finals', 'Round of 16'. */
export function roundWords(round: number, rounds: number): string {
  const left = 2 ** (rounds - round + 1)
  if (left === 2) return 'Final'
  if (left === 4) return 'Semi-finals'
  if (left === 8) return 'Quarter-finals'
  return `Round of ${left}`
}

export const playerWords = (player: CupEntryView | null): string => player?.username || (player ? 'Gone' : '-')

/** Names the winner, 'No one', or '-' while undecided. */
export function winnerWords({ tie, player_a, player_b }: Pick<CupTieView, 'tie' | 'player_a' | 'player_b'>): string {
  if (tie.state !== 'decided') return '-'
  if (tie.winner_id === null) return 'No one'
  const winner = [player_a, player_b].find((player) => player?.id === tie.winner_id) ?? null
  return winner ? playerWords(winner) : `#${tie.winner_id}`
}

export const CUP_STATE_WORDS: Readonly<Record<CupStateName, string>> = {
  'sign-up': 'Sign-up',
  'check-in': 'Check-in',
  running: 'Running',
  finished: 'Finished',
  cancelled: 'Cancelled',
}

export const CUP_STATE_TONES: Readonly<Record<CupStateName, PillTone>> = {
  'sign-up': 'blue',
  'check-in': 'amber',
  running: 'green',
  finished: 'plain',
  cancelled: 'red',
}

export const TIE_STATE_WORDS: Readonly<Record<TieStateName, string>> = {
  waiting: 'Waiting',
  called: 'Called',
  playing: 'Playing',
  disputed: 'Disputed',
  decided: 'Decided',
}

export const TIE_STATE_TONES: Readonly<Record<TieStateName, PillTone>> = {
  waiting: 'plain',
  called: 'blue',
  playing: 'green',
  disputed: 'amber',
  decided: 'plain',
}

export const HOW_WORDS: Readonly<Record<TieHowName, string>> = {
  vote: 'Both voted for the winner',
  bye: 'Bye: without a battle',
  'walk-over': 'Walk-over: the opponent was absent',
  retired: 'The opponent left the battle',
  rule: 'By the rule, without agreement',
  judge: "A judge's verdict",
  void: 'Void: no one advances',
}
