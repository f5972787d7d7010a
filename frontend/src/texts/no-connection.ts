import { catalogue } from '../shared/texts/catalogue.js'

export const NO_CONNECTION = catalogue({
  banned: 'This account can’t see any rooms',
  bannedWhy: 'Your <standing>standing</standing> says why and until when.',
  disconnected: 'This page is disconnected',
  reload: 'Reload it to see the rooms again.',
})
