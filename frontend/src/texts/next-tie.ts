import { catalogue } from '../shared/texts/catalogue.js'

export const NEXT_TIE = catalogue({
  label: 'Your cup',
  banner: '<cup>{name}.</cup> {text}',
  checkInOpen: 'Check-in is open. Check in now.',
  checkIn: 'Check in',
  called: '{named, select, yes {Your tie against {opponent} is called.} other {Your tie is called.}}',
  playing: '{named, select, yes {Your tie against {opponent} is on.} other {Your tie is on.}}',
  goThere: 'Go to your tie',
  disputed:
    '{named, select, yes {Your tie against {opponent} is with the judges.} other {Your tie is with the judges.}}',
  waiting: "We don't know your next opponent yet.",
  entered: "You're in.",
})
