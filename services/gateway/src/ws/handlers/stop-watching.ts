import { newId } from '@kla/chassis'
import type { EventContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'
import { seatConnection } from './take-seat.js'

/** Watches no more. A connection that does not watch the room is not disturbed. */
export const stopWatching =
  (parts: HandlerParts) =>
  async ({ connection, data: { roomId } }: EventContext<'stop-watching'>): Promise<void> => {
    const { hub, clients } = parts
    const { member } = connection
    if (!member?.watching || member.roomId !== roomId) return
    // Its own leaving may be news before the call returns.
    member.leaving = true
    try {
      const request = { roomId, connection: seatConnection(connection, parts) }
      await clients.watching.stopWatching(request, { requestId: newId() })
    } catch (error) {
      member.leaving = false
      throw error
    }
    hub.roomOf(member)?.detach(member)
  }
