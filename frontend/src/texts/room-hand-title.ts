import { catalogue } from '../shared/texts/catalogue.js'

export const HAND_TITLE = catalogue({
  pick: 'Pick a GIF for {opponent}',
  picked: 'Your pick for {opponent}',
  saved: 'Play a saved GIF for {opponent}',
  wildCard: 'Your Wild Card for {opponent}',
})
