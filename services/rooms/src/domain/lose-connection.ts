import type { LoseConnectionCommand, LoseGatewayCommand, Moment } from './command.js'
import { advance, refuse, unchanged, type Outcome } from './outcome.js'
import { isConnected, type Room, type Seat, type SeatChange, type Watcher } from './room.js'

/** A connection is gone; a seat that has moved on to another one is not touched. Who watched by it does no more. */
export const loseConnection = (room: Room | undefined, command: LoseConnectionCommand, moment: Moment): Outcome =>
  lose(room, moment, {
    seat: (seat) => seat.accountId === command.accountId && seat.connection.socketId === command.socketId,
    watcher: ({ connection }) => connection.socketId === command.socketId,
  })

/** A gateway is gone, and with it every connection it held. */
export const loseGateway = (room: Room | undefined, command: LoseGatewayCommand, moment: Moment): Outcome =>
  lose(room, moment, {
    seat: ({ connection }) => connection.gatewayId === command.gatewayId,
    watcher: ({ connection }) => connection.gatewayId === command.gatewayId,
  })

interface Lost {
  readonly seat: (seat: Seat) => boolean
  readonly watcher: (watcher: Watcher) => boolean
}

/** Seats keep their people for the grace; watchers are out at once. */
function lose(room: Room | undefined, { nowMs, graceMs }: Moment, lost: Lost): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const changes: SeatChange[] = []
  const seats = room.seats.map((seat) => {
    if (!isConnected(seat) || !lost.seat(seat)) return seat
    const inGrace: Seat = { ...seat, graceDeadlineMs: nowMs + graceMs }
    changes.push({ kind: 'lost', seat: inGrace, replacedSocketId: '' })
    return inGrace
  })
  const watchers = room.watchers.filter((watcher) => !lost.watcher(watcher))
  const same = changes.length === 0 && watchers.length === room.watchers.length
  return same ? unchanged(room) : advance({ ...room, seats, watchers }, changes)
}
