import type { LoseConnectionCommand, LoseGatewayCommand, Moment } from './command.js'
import { refuse, settle, type Outcome } from './outcome.js'
import { isConnected, type Room, type Seat, type SeatChange } from './room.js'

/** A connection is gone; a seat that has moved on to another one is not touched. */
export const loseConnection = (room: Room | undefined, command: LoseConnectionCommand, moment: Moment): Outcome =>
  startGraces(
    room,
    (seat) => seat.accountId === command.accountId && seat.connection.socketId === command.socketId,
    moment,
  )

/** A gateway is gone, and with it every connection it held. */
export const loseGateway = (room: Room | undefined, command: LoseGatewayCommand, moment: Moment): Outcome =>
  startGraces(room, (seat) => seat.connection.gatewayId === command.gatewayId, moment)

function startGraces(room: Room | undefined, lost: (seat: Seat) => boolean, { nowMs, graceMs }: Moment): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const changes: SeatChange[] = []
  const seats = room.seats.map((seat) => {
    if (!isConnected(seat) || !lost(seat)) return seat
    const inGrace: Seat = { ...seat, graceDeadlineMs: nowMs + graceMs }
    changes.push({ kind: 'lost', seat: inGrace, replacedSocketId: '' })
    return inGrace
  })
  return settle(room, seats, changes)
}
