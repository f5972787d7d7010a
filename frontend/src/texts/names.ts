import { catalogue } from '../shared/texts/catalogue.js'

export const NAMES = catalogue({
  question: 'How do others see you?',
  why: 'Your Discord name can lead strangers to you.',
  note: 'You can change this in your settings. You can change your player name once every {days, plural, one {day} other {{days, number} days}}.',
})

export const NAME_CHANGE = catalogue({
  shown: 'You’re now shown as {name}.',
  tooShort: 'Your name needs at least {min, plural, one {one character} other {{min, number} characters}}.',
  tooLong: 'Your name can have at most {max, plural, one {one character} other {{max, number} characters}}.',
  tooManyTries: 'Too many tries. Wait an hour, then try again.',
  unreachable: "We couldn't reach Kla, so nothing has changed. Check your connection and try again.",
})
