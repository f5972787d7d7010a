import { catalogue } from '../shared/texts/catalogue.js'

export const UNSENT = catalogue({
  label: 'Messages not sent',
  waiting: 'Not sent yet. Trying again…',
  failed: 'Not sent.',
  discard: 'Discard',
})
