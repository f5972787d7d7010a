import type { ResumeCommand } from './command.js'
import { refuse, settle, unchanged, type Outcome } from './outcome.js'
import { isConnected, seatOf, type Connection, type Room, type Seat } from './room.js'

/** The same person on another connection: the seat stays, its grace ends. */
export function resumeSeat(room: Room | undefined, command: ResumeCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const own = seatOf(room, command.accountId)
  return own ? resume(room, own, command.connection, command.continues) : refuse('NOT_SEATED')
}

/** Puts `own` on `connection`; nothing changes if it is there already. `continues`: the one that hands over to it. */
export function resume(room: Room, own: Seat, connection: Connection, continues?: string): Outcome {
  const same = own.connection.socketId === connection.socketId
  if (same && isConnected(own)) return unchanged(room)
  const seat: Seat = { ...own, connection, graceDeadlineMs: 0, peerId: peerAfter(own, connection, continues) }
  const seats = room.seats.map((other) => (other.accountId === own.accountId ? seat : other))
  return settle(room, seats, [{ kind: 'resumed', seat, replacedSocketId: same ? '' : own.connection.socketId }])
}

/** A page that hands over goes on as the same peer. One that lost its connection may have missed signals: it begins anew. */
function peerAfter(own: Seat, { socketId }: Connection, continues: string | undefined): string | undefined {
  if (own.connection.socketId === socketId) return own.peerId
  return isConnected(own) && own.connection.socketId === continues ? (own.peerId ?? continues) : undefined
}
