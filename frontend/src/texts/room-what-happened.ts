import { catalogue } from '../shared/texts/catalogue.js'

export const WHAT_HAPPENED = catalogue({
  question: 'Want to tell us what happened?',
  ownWords: 'In your own words (optional)',
  ownWordsHint: "{name} isn't notified. The last chat messages and the round go with your report.",
  missing: 'Choose what fits best, then send.',
  failed: 'Failed to submit report. Nothing is lost: please try again.',
  send: 'Send',
  sending: 'Sending…',
})

export const REPORT_THANKS = catalogue({
  title: 'Thank you for telling us.',
  text: 'A moderator will read your report and decide what to do. {name} won’t know who reported them. You don’t need to do anything else.',
})

/** Notes, by the state of the upload. */
export const STILLS = catalogue({
  sending: 'Encrypting and sending the last 20 seconds…',
  sent: 'We have the last 20 seconds, encrypted. Only two moderators together can open them.',
  waiting: "Your report is in. We couldn't send the stills yet. This tab keeps them and sends them when you're online.",
  lost: 'Your report is in, without the stills: it was too late to add them.',
})
