import type { SignedInContext } from '../event-row.js'
import type { JoinTimes } from '../join-times.js'
import type { HandlerParts } from './handler-parts.js'
import { seatConnection, seatedHere, takeSeat } from './take-seat.js'

/** Seats a player, or moves the seat it has in the room to this connection. */
export const joinRoom =
  (parts: HandlerParts, joinTimes: JoinTimes) =>
  async ({ connection, session, data, commandId, receivedAt, answer }: SignedInContext<'join-room'>): Promise<void> => {
    const { hub, sessions, clients, metrics } = parts
    const { roomId } = data
    await hub.enter(roomId, async (room) => {
      const request = {
        commandId,
        connection: seatConnection(connection, parts),
        roomId,
        passcode: data.passcode ?? '',
      }
      const joined = await sessions.call(session, (context) => clients.rooms.joinRoom(request, context))
      const seated = await seatedHere(parts, connection, session, joined.room)
      if (seated) room.adopt(seated)
      if (joined.unplayed) room.begin()
      answer()
      const member = takeSeat(parts, connection, session, room)
      if (!member) return
      if (room.snapshot?.seats.some((seat) => seat.accountId !== session.account.id && seat.connection)) {
        metrics.joins.inc()
        joinTimes.joined(connection, receivedAt)
      }
      void room.arrived(member)
    })
  }
