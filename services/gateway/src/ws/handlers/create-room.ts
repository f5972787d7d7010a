import { KlaError, newId } from '@kla/chassis'
import { roomIdFor, type Room } from '@kla/proto'
import type { SignedInContext } from '../event-row.js'
import type { HubRoom } from '../hub/hub-room.js'
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
    const enter = async (room: HubRoom, current: Room | undefined, opened: Room): Promise<void> => {
      const seated = await seatedHere(parts, connection, session, current)
      if (seated) room.adopt(seated)
      if (seated?.version === opened.version) room.begin()
      answer({ roomId: room.roomId })
      connection.event('room-created', { roomId: room.roomId })
      const member = takeSeat(parts, connection, session, room)
      if (member) void room.arrived(member)
    }

    // Listened to before it is there: everything that happens in it is heard.
    const roomId = roomIdFor(session.account.id, newId())
    const created = await hub.enter(roomId, async (room) => {
      const answered = await sessions.call(session, (context) =>
        clients.rooms.createRoom({ ...request, roomId }, context),
      )
      if (!answered.room) throw new KlaError('INTERNAL')
      if (answered.room.id !== roomId) return answered.room
      await enter(room, answered.room, answered.room)
      return answered.room
    })
    if (created.id === roomId) return

    // What the first of these commands has opened: what happened until its news was listened to is read.
    await hub.enter(created.id, async (room) => {
      const current = await sessions.call(session, (context) =>
        clients.rooms.getRoom({ roomId: created.id, onlyLooks: true }, context),
      )
      await enter(room, current.room, created)
    })
  }
