import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

/** Gives a seat up, whichever connection it belongs to. */
export const leaveRoom =
  ({ hub, sessions, clients }: HandlerParts) =>
  async ({ connection, session, data, commandId }: SignedInContext<'leave-room'>): Promise<void> => {
    const { roomId } = data
    const member = connection.member?.roomId === roomId ? connection.member : undefined
    // Its own leaving may be news before the call returns.
    if (member) member.leaving = true
    try {
      await sessions.call(session, (context) => clients.rooms.leaveRoom({ commandId, roomId }, context))
    } catch (error) {
      if (member) member.leaving = false
      throw error
    }
    if (member) hub.roomOf(member)?.detach(member)
  }
