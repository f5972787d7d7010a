import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'
import { SPENDING_PATIENCE } from './spending-patience.js'

export const saveGifChoice =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, data, commandId, answer }: SignedInContext<'save-gif-choice'>): Promise<void> => {
    const { roomId, index, round = 0 } = data
    const { gifUrl } = await sessions.call(session, (context) =>
      clients.engine.saveGifChoice({ commandId, roomId, index, round }, { ...context, ...SPENDING_PATIENCE }),
    )
    answer({ gifUrl })
  }
