import { KlaError } from '@kla/chassis'
import type { RoomListItem, RoomResponse, Room as RoomMessage, Seat as SeatMessage, Watcher as WatcherMessage } from '@kla/proto'
import type { Refused } from '../shared/rules/input.js'
import type { Room, Seat, Watcher } from '../shared/rules/room.js'
import type { Answer } from './rules/outcome.js'

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

/** The room of an answer. Throws the refusal if it is one. */
export const roomOf = (answer: Answer | 'late'): Room => accepted(answer).room

export function roomResponse(answer: Answer | 'late'): RoomResponse {
  const { room, unplayed } = accepted(answer)
  return { room: toRoomMessage(room), ...(unplayed ? { unplayed } : {}) }
}

function accepted(answer: Answer | 'late'): Exclude<Answer, Refused> {
  if (answer === 'late') throw new KlaError('CONFLICT')
  if ('refused' in answer) throw new KlaError(answer.refused)
  return answer
}
