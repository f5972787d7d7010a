import { KlaError } from '@kla/chassis'
import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'
import { seatConnection, seatedHere, takeSeat } from './take-seat.js'

/** Opens a room and seats its creator there. */
export const createRoom =
  (parts: HandlerParts) =>
  async ({ connection, session, data, commandId, answer }: SignedInContext<'create-room'>): Promise<void> => {
    const { hub, sessions, clients } = parts
    const request = {
      commandId,
      connection: seatConnection(connection, parts),
      name: data.roomName,
      passcode: data.passcodeRequired ? (data.passcode ?? '') : '',
      publicRoom: data.publicRoom,
      mode: data.mode,
      capacity: Number(data.capacity),
      category: data.category,
    }
    const created = await sessions.call(session, (context) => clients.rooms.createRoom(request, context))
    if (!created.room) throw new KlaError('INTERNAL')
    const roomId = created.room.id
    await hub.enter(roomId, async (room) => {
      // Its id was not known before: what happened until its news was listened to is read.
      const current = await sessions.call(session, (context) => clients.rooms.getRoom({ roomId }, context))
      const seated = await seatedHere(parts, connection, session, current.room)
      if (seated) room.adopt(seated)
      if (seated?.version === created.room?.version) room.begin()
      answer({ roomId })
      connection.event('room-created', { roomId })
      const member = takeSeat(parts, connection, session, room)
      if (member) void room.arrived(member)
    })
  }
