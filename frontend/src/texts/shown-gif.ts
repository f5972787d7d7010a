import { catalogue } from '../shared/texts/catalogue.js'

export const SHOWN_GIF = catalogue({
  label: 'GIF from {from}',
  from: 'From <strong>{from}</strong>',
  wildCardFrom: 'Wild Card from <strong>{from}</strong>',
  play: 'Play the GIF',
  pause: 'Pause the GIF',
})
