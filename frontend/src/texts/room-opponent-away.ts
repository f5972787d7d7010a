import { catalogue } from '../shared/texts/catalogue.js'

export const OPPONENT_AWAY = catalogue({
  onTheWay: '{name} is on the way.',
  lost: '{name} lost the connection.',
  seatKept: 'We’re keeping the seat for {seconds, number} s.',
  deciding: 'Waiting for the room to decide…',
})
