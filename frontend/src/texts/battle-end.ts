import { catalogue } from '../shared/texts/catalogue.js'

export const VERDICT = catalogue({
  you: 'You won',
  none: 'No winner',
  other: '{name} won',
})

/** Says why a battle has no winner, by the reason. */
export const NO_WINNER = catalogue({
  left: "{name} left during the {when, select, vote {vote} other {battle}}, so there's no winner.",
  interrupted: "We had an outage during the battle, so there's no winner.",
  'missing-vote': "A vote was missing, so there's no winner.",
  none: 'Both votes were for no winner.',
  split: "The votes didn't agree, so there's no winner.",
  unknown: "The votes didn't name a winner.",
})

export const END_OF_ROUNDS = catalogue({
  over: 'The rounds are over.',
  finished: '{name} finished.',
  youFinished: 'You finished.',
  timeCap: 'The time for this battle is up.',
  left: '{name} left.',
  interrupted: "Kla was away for a while. This battle doesn't count.",
})
