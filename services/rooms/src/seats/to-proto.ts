import { KlaError } from '@kla/chassis'
import type { Room as RoomMessage, RoomListItem, RoomResponse, Seat as SeatMessage, Watcher as WatcherMessage } from '@kla/proto'
import type { Room, Seat, Watcher } from '../shared/rules/room.js'
import type { Answer } from './rules/outcome.js'

/** Throws the refusal if the answer is one. */
export function roomResponse(answer: Answer | 'late'): RoomResponse {
  if (answer === 'late') throw new KlaError('CONFLICT')
  if ('refused' in answer) throw new KlaError(answer.refused)
  const { room, unplayed } = answer
  return { room: toRoomMessage(room), ...(unplayed ? { unplayed } : {}) }
}

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
