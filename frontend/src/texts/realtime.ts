import { catalogue } from '../shared/texts/catalogue.js'

export const REALTIME = catalogue({
  noAnswer: 'No answer from Kla. Check your connection and try again.',
  back: "You were disconnected for {seconds, plural, one {one second} other {{seconds, number} seconds}}. You're back, and up to date.",
})
