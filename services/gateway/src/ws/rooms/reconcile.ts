import { KlaError } from '@kla/chassis'
import { peerIdOf, type Room } from '@kla/proto'
import { CLOSE } from '@kla/proto/web'
import { askFor } from './read-state.js'
import type { HubParts, LiveRoom } from './live-room.js'
import type { Member } from './member.js'
import { isLost, seatOf } from './seats.js'
import { endOfWatching, hasWatcher, watcherBy } from '../spectating/watchers.js'

/** What a newer snapshot means for one connection. */
export function reconcile(room: LiveRoom, member: Member, after: Room, parts: HubParts): void {
  if (member.watching) {
    if (watcherBy(after, member.socketId)) return
    if (hasWatcher(after, member.peerId)) room.handOver(member)
    else room.dismiss(member, endOfWatching())
    return
  }
  const seat = seatOf(after, member.accountId)
  if (!seat) {
    room.dismiss(member, 'seat-lost')
  } else if (seat.connection?.socketId !== member.socketId && peerIdOf(seat) === member.peerId) {
    room.handOver(member)
  } else if (seat.connection?.socketId !== member.socketId) {
    room.detach(member)
    member.connection.close(CLOSE.SEAT_TAKEN_OVER, 'seat taken over')
  } else if (isLost(seat)) {
    reclaim(room, member, parts)
  }
}

/** Rooms took this gateway, or the connection, for lost; it is not. */
function reclaim(room: LiveRoom, member: Member, { clients, sessions, gatewayId, log }: HubParts): void {
  const { roomId } = room
  const connection = { socketId: member.socketId, gatewayId }
  askFor(member, sessions, (context) => clients.rooms.resumeSeat({ roomId, connection }, context))
    .then((answer) => answer.room && room.has(member) && room.adopt(answer.room))
    .catch((error: unknown) => log.warn({ reason: KlaError.from(error).reason, roomId }, 'a seat could not be kept'))
}
