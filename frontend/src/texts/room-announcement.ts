import { catalogue } from '../shared/texts/catalogue.js'

export const ANNOUNCEMENT = catalogue({
  waiting: 'Waiting for both players to be ready.',
  pick: 'Round {round, number}. Pick a GIF for {opponent}.',
  pickByKey: 'Round {round, number}. Pick a GIF for {opponent}. Keys 1 to {keys, number}.',
  gif: 'Round {round, number}. {opponent} sent you a GIF.',
  wildCard: 'Round {round, number}. {opponent} played a Wild Card: a GIF of their own for you.',
  vote: 'The rounds are over. Vote for the winner.',
  voteYouFinished: 'The rounds are over. You finished. Vote for the winner.',
  voteFinished: 'The rounds are over. {name} finished. Vote for the winner.',
  ended: 'A battle just ended here.',
  wantsRematch: '{name} wants a rematch.',
  youWon: 'You won.',
  won: '{name} won.',
  noWinner: 'No winner. {why}',
})
