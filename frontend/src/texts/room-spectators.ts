import { catalogue } from '../shared/texts/catalogue.js'

export const SPECTATORS = catalogue({
  label: 'Who’s watching',
  none: 'No one is watching.',
  allow: 'Allow spectators',
})

export const CONSENTS = catalogue({
  rule: 'Spectators can watch only while both players allow it.',
  both: 'You and {opponent} both allow spectators.',
  mine: "{opponent} hasn't allowed spectators, so there are none.",
  theirs: '{opponent} allows spectators. They can watch only if you allow it too.',
  none: 'Neither you nor {opponent} allows spectators.',
})
