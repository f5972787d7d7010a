import { catalogue } from '../shared/texts/catalogue.js'

export const LINK_BAND = catalogue({
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
  lost: 'Lost',
})

export const LINK_SIDE = catalogue({
  yours: 'Your connection is weak',
  theirs: '{name}’s connection is weak',
  relay: 'The relay is slow',
})

export const LINK_STEP = catalogue({
  bitrate: 'Sent lighter video',
  size: 'Sent smaller video',
  'frame-rate': 'Sent fewer frames',
  'sound-only': 'Sent sound only',
  restored: 'Sent fuller video again',
  'ice-restart': 'Looked for another path',
  'other-relay': 'Tried another relay',
  'new-connection': 'Made a new connection',
})

export const LINK_DIAGNOSTICS = catalogue({
  none: 'No connection was made',
  relayed: 'Connected through a relay',
  direct: 'Connected directly',
  notMeasured: 'Not measured',
  time: 'Time: {spent}',
  spent: '{band, select, excellent {excellent} good {good} fair {fair} poor {poor} other {lost}} {time}',
  step: '{time} {step}{outcome, select, done {: it helped} failed {: it didn’t help} other {}}{side, select, yours { (own connection)} theirs { (the opponent’s connection)} relay { (relay)} other {}}',
})
