import type { SeatedContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

/** Consents to spectators, or takes the consent back; who is out then, every gateway hears from rooms. */
export const allowSpectators =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, room, data: { roomId, allow } }: SeatedContext<'allow-spectators'>): Promise<void> => {
    const { watching } = clients
    const answer = await sessions.call(session, (context) => watching.allowSpectators({ roomId, allow }, context))
    if (answer.room) room.adopt(answer.room)
  }
