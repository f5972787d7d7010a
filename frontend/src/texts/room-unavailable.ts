import { catalogue } from '../shared/texts/catalogue.js'

export const ROOM_UNAVAILABLE = catalogue({
  seeRooms: 'See the open rooms',
  joinAnyway: 'Join anyway',
})

export const UNAVAILABLE_TITLES = catalogue({
  'invitation-closed': 'The person who invited you has left',
  nameless: 'This invitation is incomplete',
  'seat-closed': 'This room is closed',
  'host-left': 'The person who invited you has left',
})

export const UNAVAILABLE_TEXTS = catalogue({
  'invitation-closed': 'Their room is closed. Ask them for a new link, or look for another room.',
  nameless: 'Ask for the link again, or look for the room in the lobby.',
  'seat-closed': 'Everyone has left it. You can look for another room.',
  'host-left': 'Someone else is still in the room. You can meet them, or look for another room.',
})
