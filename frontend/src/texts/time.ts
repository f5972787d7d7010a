import { catalogue } from '../shared/texts/catalogue.js'

export const WHEN = catalogue({
  justNow: 'just now',
  planned: '{time} ({relative})',
  days: '{days, plural, one {1 day} other {{days, number} days}}',
  hours: '{hours, number} h {minutes} min',
})

export const TIME_LEFT = catalogue({
  minutes: '{minutes, plural, one {1 minute left} other {{minutes, number} minutes left}}',
  seconds: '{seconds, plural, one {1 second left} other {{seconds, number} seconds left}}',
})
