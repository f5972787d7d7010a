import { catalogue } from '../shared/texts/catalogue.js'

export const UNDO_BLOCK = catalogue({
  offer: 'We blocked {name} for you. Left by accident?',
  undo: 'Undo block',
  working: 'Undoing the block…',
  undone: '{name} is no longer blocked.',
  failed: "We couldn't undo the block, so {name} is still blocked. Try again.",
})
