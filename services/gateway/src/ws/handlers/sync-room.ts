import type { EventContext } from '../event-row.js'
import type { HubRoom } from '../hub/hub-room.js'
import type { Member } from '../hub/member.js'
import { tellState } from '../hub/tell-state.js'
import type { HandlerParts } from './handler-parts.js'
import { seatConnection, takeSeat } from './take-seat.js'

/**
 * Answers with the room as it stands, also to who watches; on a fresh connection the seat is resumed first. It fails rather than leave
 * something out: a client that draws half a state would not ask again.
 */
export const syncRoom =
  (parts: HandlerParts) =>
  async ({ connection, data }: EventContext<'sync-room'>): Promise<void> => {
    const { hub, sessions, clients, hubParts } = parts
    const { roomId } = data
    const tell = async (room: HubRoom, member: Member): Promise<void> => {
      const { battle } = await tellState(room, member, 'fresh', hubParts)
      if (room.battle.seq === undefined) room.caughtUp(battle.newsSeq)
    }

    const { member } = connection
    const known = hub.roomOf(member)
    if (member && known && member.roomId === roomId) return tell(known, member)
    const session = await connection.whoever()
    await hub.enter(roomId, async (room) => {
      const request = { roomId, continues: data.continues, connection: seatConnection(connection, parts) }
      const resumed = await sessions.call(session, (context) => clients.rooms.resumeSeat(request, context))
      if (resumed.room) room.adopt(resumed.room)
      const seated = takeSeat(parts, connection, session, room)
      if (seated) await tell(room, seated)
    })
  }
