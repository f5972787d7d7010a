import { catalogue } from '../shared/texts/catalogue.js'

export const QUICK_REPLY = catalogue({
  hi: 'Hi!',
  niceOne: 'Nice one',
  ready: 'Ready?',
  ha: 'Ha!',
  oneMoment: 'One moment',
  wellPlayed: 'Well played',
})

export const QUICK_REPLIES_LIST = catalogue({ label: 'Quick replies' })
