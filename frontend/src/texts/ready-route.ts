import { catalogue } from '../shared/texts/catalogue.js'

export const READY_ROUTE = catalogue({
  title: 'Get ready',
  lead: 'Check your camera, sound and connection. No one sees or hears you here.',
  go: 'Go to the lobby',
  notNow: 'Not now',
})
