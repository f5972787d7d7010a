import type { CupStateName, TieHowName, TieStateName } from '@kla/proto/web'
import type { PillTone } from '../kit/text/pill.js'

/** What the states of cups and ties are called, and their colours. */
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
  bye: 'Bye: no opponent',
  'walk-over': 'Walk-over: the opponent was absent',
  retired: 'The opponent left the battle',
  rule: 'By the rule, without agreement',
  judge: "A judge's verdict",
  void: 'Void: nobody advances',
}
