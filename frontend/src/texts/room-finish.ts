import { catalogue } from '../shared/texts/catalogue.js'

export const FINISH = catalogue({
  finish: 'Finish',
  hold: 'Hold to finish',
  title: 'Finish this battle?',
  text: 'The rounds end for both of you, and then you both vote for the winner.',
  keepPlaying: 'Keep playing',
  now: 'Finish now',
})
