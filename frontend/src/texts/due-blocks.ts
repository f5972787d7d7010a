import { catalogue } from '../shared/texts/catalogue.js'

export const DUE_BLOCKS = catalogue({
  refused: 'We couldn’t block a player you left. If you need help, write to us in a support ticket.',
})
