import { catalogue } from '../shared/texts/catalogue.js'

export const LOBBY = catalogue({
  pageTitle: 'Battle',
  title: 'Find your opponent',
  checkDevices: 'Check video and sound',
  bannedAccount: 'This account is banned.',
  lost: 'Connection lost. Trying to get it back…',
  disconnected: 'Disconnected. Reload the page to come back.',
})

export const CREATE_ROOM = catalogue({
  title: 'Create Room',
  roomName: 'Room name',
  category: 'Category',
  requirePasscode: 'Require a passcode',
  passcode: 'Passcode',
  passcodeHint: 'Leave blank to let anyone in.',
  startsBlurred: 'Start with video blurred',
  blurredHint: 'Video and sound stay off until you both choose to show yourselves.',
  notBlurredHint: 'Not blurred: video starts as soon as someone joins.',
  someone: 'someone',
  creating: 'Creating…',
  create: 'Create Room',
  created: 'Room Successfully Created',
  ready: 'Create room',
  nameTooLong: 'A room name has at most {max, number} characters.',
  passcodeTooLong: 'A passcode has at most {max, number} characters.',
})

export const ROOM_LIST = catalogue({
  title: 'Available Rooms',
  listLabel: 'Available rooms',
  search: 'Search rooms',
  searchExample: 'Room or creator',
  connecting: 'Connecting to the lobby…',
  open: '{count, number} open',
  none: 'No rooms open at the moment',
  noneOffer: 'Be the first. Once your room is open, you can invite a friend.',
  create: 'Create a room',
  practice: 'Practice a round',
  setUpCamera: 'Set up your camera',
  noMatch: 'Nothing matches “{search}”',
  noMatchWhy: 'Rooms are found by their name and by who opened them.',
  clearSearch: 'Clear the search',
  needsPasscode: 'Needs a passcode',
  needsPasscodeSpoken: 'needs a passcode',
  startsBlurred: 'Starts with video blurred',
  startsBlurredSpoken: 'starts with video blurred',
  openedBy: 'opened by {creator}',
  seats: '{players} of {capacity}',
  isFull: '{room} is full',
  joinRoom: 'Join {room}',
  full: 'Full',
  join: 'Join',
  notBlurred: 'Not blurred',
})

export const ROOM_COUNTS = catalogue({
  logInToCreate: 'Log in to create a room',
  beFirst: 'Be the first.',
  label: 'Open rooms',
  rooms: '{rooms, plural, one {{mode} room} other {{mode} rooms}} open',
  stale: 'The connection is lost. These figures may be out of date.',
  logInToSee: 'Log in to see the rooms and join one. Only players who are logged in see who is here.',
  logIn: 'Login with Discord',
})

export const PASSCODE = catalogue({
  notBlurred: '<strong>Not blurred.</strong> Video starts as soon as you join.',
  label: 'Passcode',
  labelOf: 'Passcode of {room}',
  enter: 'Enter the room',
  cancel: 'Cancel',
})

export const NOT_BLURRED = catalogue({
  title: "This room isn't blurred",
  text: 'Video starts as soon as you join. You and your opponent see and hear each other at once.',
  notNow: 'Not now',
  join: 'Join with video',
})

export const SEATED_ELSEWHERE = catalogue({
  title: "You're already in a room",
  where:
    "You're in {named, select, yes {“{name}”} other {a room}} in another tab or browser. Going there from here closes it over there.",
  leaveAsked: 'Leave this room? If a battle is on, it ends for your opponent too.',
  stay: 'Stay',
  leave: 'Leave the room',
  goThere: 'Go to my room',
  leaveIt: 'Leave it',
})
