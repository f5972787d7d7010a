import type { Room as RoomMessage, RoomListItem, Seat as SeatMessage } from '@kla/proto'
import type { Room, Seat } from '../domain/room.js'

/** A room as other services see it: without the passcode's hash. */
export const toRoomMessage = (room: Room): RoomMessage => ({
  id: room.id,
  name: room.name,
  creator: room.creator,
  mode: room.mode,
  capacity: room.capacity,
  category: room.category,
  passcodeRequired: room.passcodeHash !== '',
  publicRoom: room.publicRoom,
  seats: room.seats.map(toSeatMessage),
  version: room.version,
  createdAtMs: room.createdAtMs,
  reservedFor: [...room.reservedFor],
  tie: room.tie ?? undefined,
  watchers: [...room.watchers],
  spectatorConsents: [...room.spectatorConsents],
  origin: room.origin,
})

export const toSeatMessage = (seat: Seat): SeatMessage => ({
  accountId: seat.accountId,
  username: seat.username,
  discordId: seat.discordId,
  avatar: seat.avatar,
  connection: seat.connection,
  graceDeadlineMs: seat.graceDeadlineMs,
  takenAtMs: seat.takenAtMs,
})

/** A room's line in the public list. */
export const toListItem = (room: Room): RoomListItem => ({
  id: room.id,
  name: room.name,
  creator: room.creator,
  mode: room.mode,
  capacity: room.capacity,
  category: room.category,
  passcodeRequired: room.passcodeHash !== '',
  players: room.seats.length,
})
