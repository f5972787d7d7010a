import { catalogue } from '../shared/texts/catalogue.js'

export const REPORT_CATEGORIES = catalogue({
  possible_minor: 'May be under 18',
  threat: 'A threat',
  self_harm: 'May hurt themselves',
  non_consensual: 'Someone was filmed or forced without consent',
  illegal_content: 'Something illegal',
  recorded_me: 'Recorded me',
  harassment: 'Harassment',
  abuse: 'Abuse',
  spam: 'Spam',
  cheating: 'Cheating',
  other: 'Something else',
  name: 'A name',
})

export const ONE_PRESS = catalogue({
  harassment: 'They harassed me',
  threat: 'They threatened me or someone else',
  recorded_me: 'They recorded me, or said they did',
  non_consensual: 'Someone was filmed or forced without consent',
  possible_minor: 'They may be under 18',
  self_harm: 'They may hurt themselves',
})

/** `sent` and `failed`: player experience, section 7. */
export const REPORT = catalogue({
  sent: 'Report submitted successfully',
  failed: 'Failed to submit report',
  danger: 'If you or someone else is in danger now, please call your local emergency number.',
  about: 'What is it about?',
  reason: 'What happened?',
  reasonOptional: 'What happened? (optional)',
  reasonMissing: 'Please say what happened.',
  hint: '{name} won’t know. The last chat messages and the round go with your report.',
  cancel: 'Cancel',
  sending: 'Sending…',
  send: 'Send report',
})

export const REPORT_AND_BLOCK = catalogue({
  notBlocked: 'We have your report, but {name} isn’t blocked, and you’re still in this room.',
})

export const STILLS = catalogue({
  include: 'Include the last 20 seconds (only moderators can open it)',
  patchesHint: 'We send only blurred patches, nothing sharp and no sound.',
  hint: 'Small stills without sound, encrypted in this browser. They stay here for a minute after you leave.',
  waiting: "Your report is in, but its stills aren't yet. This tab keeps them and sends them when you're back online.",
  lost: 'Your report is in, without the stills: it was too late to add them.',
})
