import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

export const readyUp =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, data, commandId }: SignedInContext<'ready-up'>): Promise<void> => {
    await sessions.call(session, (context) =>
      clients.engine.readyUp({ commandId, roomId: data.roomId }, context),
    )
  }
