import { catalogue } from '../shared/texts/catalogue.js'

export const CUP_FACTS = catalogue({
  entered: '{entered, number} of {capacity, number} entered',
})

export const CUP_STATE = catalogue({
  'sign-up': 'Open to enter',
  'check-in': 'Check-in',
  running: 'Running',
  finished: 'Finished',
  cancelled: 'Cancelled',
})
