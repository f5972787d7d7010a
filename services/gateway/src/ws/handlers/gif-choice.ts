import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

export const gifChoice =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, data, commandId }: SignedInContext<'gif-choice'>): Promise<void> => {
    const { roomId, index } = data
    await sessions.call(session, (context) => clients.engine.chooseGif({ commandId, roomId, index }, context))
  }
