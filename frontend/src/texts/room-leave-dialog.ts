import { catalogue } from '../shared/texts/catalogue.js'

export const LEAVE_TO_NEXT = catalogue({
  title: 'Leave this battle?',
  leave: 'Leave and find the next',
  text: 'It ends for both of you, without a winner. Then you search for the next opponent.',
})

export const LEAVE_ROOM = catalogue({
  title: 'Leave this room?',
  leave: 'Leave',
  endsBattle: 'The battle ends for both of you, without a winner.',
  givesUpSeat: 'You give up your seat here.',
  stay: 'Stay',
})

export const STILL_LEAVING = catalogue({
  title: 'You’re still leaving',
  text: 'We keep trying to leave the room for you. No one sees or hears you, unless you stay.',
  stay: 'Stay in the room',
})
