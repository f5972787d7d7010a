import { catalogue } from '../shared/texts/catalogue.js'

export const READY_TO_JOIN = catalogue({
  join: 'Join',
  notNow: 'Not now',
  cameraOff: 'Your camera is off until you press something here.',
  otherSite: 'Another site may have opened this page. Your camera is off until you press something here.',
  someone: 'someone',
  invites: '{creator} invites you to “{room}”',
  about: '{mode}, {category}',
})

export const PREPARE = catalogue({
  preparing: 'Preparing camera… waiting for permission prompt…',
  joinNow: 'Join without waiting',
})
