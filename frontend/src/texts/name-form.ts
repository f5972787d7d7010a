import { catalogue } from '../shared/texts/catalogue.js'

export const NAME_FORM = catalogue({
  note: 'You can change your name once every {days, plural, one {day} other {{days, number} days}}.',
  choices: 'How others see you',
  own: 'Choose my own',
  label: 'Your player name',
  hint: '{min, number} to {max, number} letters of one alphabet, digits or spaces. Don’t use your Discord name or anything that leads to you elsewhere.',
  discord: 'My Discord name and avatar',
  noSuggestions: "We can't suggest names right now. Choose your own, or try again.",
  useDiscord: 'Use my Discord name',
  use: 'Use this name',
  more: 'Show more',
})
