import type { Room as RoomMessage, RoomListItem, Seat as SeatMessage, Watcher as WatcherMessage } from '@kla/proto'
import type { Room, Seat, Watcher } from '../domain/room.js'

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
  watchers: room.watchers.map(toWatcherMessage),
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
  peerId: seat.peerId,
})

const toWatcherMessage = ({ connection, name, judge, accountId, sinceMs, peerId }: Watcher): WatcherMessage => ({
  ...{ connection, name, judge, accountId, sinceMs, peerId },
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
