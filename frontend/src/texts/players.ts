import { catalogue } from '../shared/texts/catalogue.js'

/** Stand for a player whose name is unknown. */
export const UNNAMED = catalogue({
  deleted: 'Deleted player',
  opponent: 'Your opponent',
  opponentInSentence: 'your opponent',
  oneOfYou: 'One of you',
})
