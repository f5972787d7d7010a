import type { LeaveCommand } from './command.js'
import { refuse, settle, type Changed, type Outcome } from './outcome.js'
import { isConnected, seatOf, type Room, type Seat } from './room.js'

/** Gives the seat up. */
export function leaveRoom(room: Room | undefined, command: LeaveCommand): Outcome {
  const own = room && seatOf(room, command.accountId)
  if (!own || (command.onlyUnder !== undefined && own.claim !== command.onlyUnder)) return refuse('NOT_SEATED')
  if (command.onlyInGrace && isConnected(own)) return refuse('ALREADY_SEATED')
  return free(room, (seat) => seat === own)
}

/** Frees all seats of which `leaving` is true. */
export const free = (room: Room, leaving: (seat: Seat) => boolean): Changed =>
  settle(
    room,
    room.seats.filter((seat) => !leaving(seat)),
    room.seats.filter(leaving).map((seat) => ({ kind: 'left', seat, replacedSocketId: '' })),
  )
