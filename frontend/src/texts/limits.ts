import { catalogue } from '../shared/texts/catalogue.js'

export const LIMITS_SUMMARY = catalogue({
  none: 'no limits',
  never: '{never, number} never',
  ratherNot: '{ratherNot, number} rather not',
  both: '{never, number} never, {ratherNot, number} rather not',
})

export const LIMITS_GLANCE = catalogue({
  none: 'You haven’t set any limits yet.',
  saved: 'Saved: {summary}',
  cautious: 'The cautious set leaves out: {acts}.',
  useCautious: 'Use the cautious set',
  undo: 'Undo',
  choose: 'Choose one by one',
  chosen: 'Done choosing',
  failed: "We couldn't save your limits. Please try again.",
  notLoaded: 'We couldn’t load your limits. They still apply.',
})
