import { catalogue } from '../shared/texts/catalogue.js'

export const LINK_NOTE = catalogue({
  open: '<hidden>Connection: </hidden><shown>{band}</shown>',
  theirSoundOnly: 'Sound only for now',
  title: 'The connection',
  weak: '{band}. {whose}.',
  improve: 'Come closer to your Wi-Fi, or pause other downloads.',
  soundOnly: 'Your video is paused so that your sound gets through. It comes back automatically.',
})

/** What each band means for the player, unless a weak link is known. */
export const LINK_SUMMARY = catalogue({
  excellent: 'Excellent. Nothing to do.',
  good: 'Good. Nothing to do.',
  fair: 'Fair. You may notice a delay now and then.',
  poor: "Poor. We're sending lighter video until it improves.",
  lost: "Lost. We're getting the video back.",
})

export const LINK_FACTS = catalogue({
  roundTrip: 'There and back',
  lostIn: 'Lost on the way to you',
  lostOut: 'Lost on the way to them',
  jitter: 'Jitter of the sound',
  video: 'Video',
  standstill: 'Standstill',
  path: 'Path',
})

export const LINK_VALUES = catalogue({
  unknown: 'not known',
  milliseconds: '{ms, number} ms',
  percent: '{percent, number} %',
  frames: '{fps, plural, one {# frame a second} other {# frames a second}}',
})

export const LINK_PATH = catalogue({ direct: 'direct', relayed: 'relayed' })
