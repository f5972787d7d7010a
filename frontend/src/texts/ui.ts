import { catalogue } from '../shared/texts/catalogue.js'

export const UI = catalogue({
  close: 'Close',
  dismiss: 'Dismiss',
  undo: 'Undo',
  loading: 'Loading…',
  tryAgain: 'Try again',
})

export const PART_FAILED = catalogue({
  title: "This part of the page didn't load.",
  missing: 'Kla may have been updated since you opened it, or you may be offline.',
  timeout: "It hasn't loaded in two minutes. Your connection may be slow, or Kla may be busy.",
  unreachable: "Kla isn't answering. Check your connection, then try again.",
})
