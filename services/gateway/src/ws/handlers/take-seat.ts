import type { Room } from '@kla/proto'
import type { Connection } from '../connection.js'
import type { HubRoom } from '../hub/hub-room.js'
import type { Member } from '../hub/member.js'
import { seatOf } from '../hub/seat-changes.js'
import type { Session } from '../sessions.js'
import type { HandlerParts } from './handler-parts.js'

/** Where a seat's socket is, for rooms. */
export const seatConnection = ({ socketId }: Connection, { gatewayId }: HandlerParts) => ({ socketId, gatewayId })

/**
 * The room as answered, with the person's seat on this connection. The first answer to a command may name an earlier
 * connection of the same person: then the seat is resumed on this one.
 */
export async function seatedHere(
  parts: HandlerParts,
  connection: Connection,
  session: Session,
  answered: Room | undefined,
): Promise<Room | undefined> {
  if (!answered || seatOf(answered, session.account.id)?.connection?.socketId === connection.socketId) return answered
  const request = { roomId: answered.id, connection: seatConnection(connection, parts) }
  const resumed = await parts.sessions.call(session, (context) => parts.clients.rooms.resumeSeat(request, context))
  return resumed.room
}

/** A connection is in one room at a time, with a seat or watching; what it watched until now, it watches no more. */
export function leaveFormer(
  { hub, presence }: Pick<HandlerParts, 'hub' | 'presence'>,
  { member: former }: Connection,
  room: HubRoom,
): void {
  if (!former || (former.roomId === room.roomId && !former.watching)) return
  hub.roomOf(former)?.detach(former)
  const { roomId, accountId, socketId } = former
  if (former.watching) presence.lost({ roomId, accountId, socketId })
}

/**
 * The seat is taken: from now on the connection gets what happens in the room, and no more of the lobby. A connection
 * that has closed meanwhile is reported, so that its seat does not stay taken. Who was banned meanwhile has lost it.
 */
export function takeSeat(
  { hub, lobby, presence, sessions }: HandlerParts,
  connection: Connection,
  session: Session,
  room: HubRoom,
): Member | undefined {
  if (connection.closed) {
    presence.lost({ roomId: room.roomId, accountId: session.account.id, socketId: connection.socketId })
    return undefined
  }
  const closed = sessions.whyRoomsAreClosed(session)
  if (closed !== undefined) {
    connection.event('room-closed', { reason: closed })
    return undefined
  }
  leaveFormer({ hub, presence }, connection, room)
  lobby.unsubscribe(connection)
  return room.attach(connection, session)
}
