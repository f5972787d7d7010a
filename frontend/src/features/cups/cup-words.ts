import type { CupSummary, TieView } from '../../entities/cup/cups.js'

export const CUP_STATE_WORDS: Readonly<Record<CupSummary['state'], string>> = {
  'sign-up': 'Open to enter',
  'check-in': 'Check-in',
  running: 'Running',
  finished: 'Finished',
  cancelled: 'Cancelled',
}

type How = NonNullable<TieView['how']>

/** How a tie was decided, in the two words that its box has room for. */
export const HOW_WORDS: Readonly<Record<How, string>> = {
  vote: 'By vote',
  bye: 'Bye',
  'walk-over': 'Walk-over',
  retired: 'Opponent left',
  rule: 'By the rule',
  judge: 'By a judge',
  void: 'Nobody goes on',
}
