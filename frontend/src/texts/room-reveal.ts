import { catalogue } from '../shared/texts/catalogue.js'

export const REVEAL_BAR = catalogue({
  label: 'Who is shown',
  about: 'About video here',
  aboutTitle: 'Who sees you',
  blurBoth: 'Blur both',
  notYet: 'Not yet',
  show: 'Show myself',
})

export const REVEAL = catalogue({
  alone: 'This room starts with video blurred.',
  aloneHint: 'Nothing shows until you both show yourselves.',
  open: 'You and {opponent} see and hear what each of you turns on.',
  opening: "You both said yes. You'll see and hear each other in a second.",
  agreed: "You've said yes. Nothing shows until {opponent} does too.",
  awaited: '{opponent} is ready to be seen.',
  closed: 'Blurred and silent until you both agree.',
  closedHint: 'You can also play without it.',
})

/** Why both are blurred again. */
export const BLURRED_AGAIN = catalogue({
  unexplained: "You're both blurred again.",
  hint: "Press Show myself when you're ready.",
  unconfirmed: "You're both blurred again: we couldn't confirm that you both still agree.",
  awaited: "You're both blurred again, and {opponent} is ready to be seen.",
  byYou: "You're both blurred again: your connection was interrupted or this page was reloaded.",
  withdrawn: "You're both blurred again: {opponent} went back to the blur.",
  lost: "You're both blurred again: {opponent}'s connection was interrupted.",
  seat: "You're both blurred again: {opponent} reloaded or moved to another window.",
  watcher: "You're both blurred again: someone came to watch.",
})

export const NOT_BLURRED = catalogue({
  alone: 'Not blurred: video starts as soon as someone joins.',
  together: 'Not blurred: you and {opponent} see and hear what each of you turns on.',
})
