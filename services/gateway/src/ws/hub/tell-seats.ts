import type { Room } from '@kla/proto'
import { dataText } from '../frame.js'
import { presenceOf, userList } from '../views/player.js'
import type { LiveRoom } from './live-room.js'
import { seatChanges } from './seat-changes.js'

/** Tells the members of a room what changed on its seats, and among its judges. Nobody is told of its own coming. */
export function tellSeats(room: LiveRoom, before: Room, after: Room): void {
  const changes = seatChanges(before, after)
  if (changes.length === 0 && judgesOf(before) === judgesOf(after)) return
  for (const { kind, seat } of changes) {
    if (kind === 'lost') continue
    const event = kind === 'connected' ? 'user-connected' : 'user-disconnected'
    const text = dataText(event, presenceOf(seat))
    for (const member of room.members.values()) {
      if (member.accountId !== seat.accountId) member.deliverText(event, text)
    }
  }
  const toPlayers = dataText('room-user-list', userList(after, false))
  const toWatchers = dataText('room-user-list', userList(after, true))
  for (const member of room.members.values()) {
    if (!member.leaving) member.deliverText('room-user-list', member.watching ? toWatchers : toPlayers)
  }
}

const judgesOf = (room: Room): string => dataText('room-user-list', { players: [], judges: userList(room, true).judges })
