import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'
import { SPENDING_PATIENCE } from './spending-patience.js'

export const saveGifReceived =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, data, commandId, answer }: SignedInContext<'save-gif-received'>): Promise<void> => {
    const { roomId, receivedGif } = data
    const { gifUrl } = await sessions.call(session, (context) =>
      clients.engine.saveGifReceived({ commandId, roomId, gifUrl: receivedGif }, { ...context, ...SPENDING_PATIENCE }),
    )
    answer({ gifUrl })
  }
