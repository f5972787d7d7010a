import { catalogue } from '../shared/texts/catalogue.js'

export const LEAVING = catalogue({
  leave: 'Leave Room',
  left: 'Succesfully Left Room',
  next: 'Next',
  nextOpponent: 'Next opponent',
})

export const INVITING = catalogue({
  invite: 'Invite Friend',
  copied: 'Invite Link Copied to Clipboard',
  notCopied: "Your browser didn't allow copying. The link is {link}",
})

export const ROOM_CLOSED = catalogue({
  closed: 'The room was closed.',
  seatLost: 'You were away too long and lost your seat.',
})
