import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

export const userFinishes =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, data, commandId }: SignedInContext<'user-finishes'>): Promise<void> => {
    await sessions.call(session, (context) => clients.engine.finish({ commandId, roomId: data.roomId }, context))
  }
