import { catalogue } from '../shared/texts/catalogue.js'

export const LIMIT = catalogue({
  yes: 'Yes',
  soft: 'Rather not',
  no: 'Never',
})

export const LIMITS_FORM = catalogue({
  save: 'Save my limits',
  undo: 'Undo changes',
  unsaved: 'Not saved yet',
  saved: 'Saved: {summary}',
  failed: "We couldn't save your limits. Try again.",
})
