import type { NextTie } from './cups.js'

/** What somebody has to know about their next tie. */
export interface NextTieWords {
  text: string
  /** What there is to do, in a button's words; null: nothing but waiting. */
  act: string | null
}

const against = (next: NextTie) => (next.opponent ? `Your tie against ${next.opponent.username}` : 'Your tie')

/** The next thing that one has to do in a cup, in words. */
export function nextTieWords(next: NextTie): NextTieWords {
  if (next.check_in_due) return { text: 'Check-in is open. Say that you are there.', act: 'Check in' }
  if (next.state === 'called') return { text: `${against(next)} is called.`, act: 'Go to your tie' }
  if (next.state === 'playing') return { text: `${against(next)} is on.`, act: 'Go to your tie' }
  if (next.state === 'disputed') return { text: `${against(next)} is with the judges.`, act: null }
  if (next.state === 'waiting') return { text: 'Your next opponent is not known yet.', act: null }
  return { text: 'You have entered.', act: null }
}
