import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'
import { SPENDING_PATIENCE } from './spending-patience.js'

export const wildCardChoice =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, data, commandId, answer }: SignedInContext<'wild-card-choice'>): Promise<void> => {
    const { roomId, gifUrl } = data
    const { remainingWildCards } = await sessions.call(session, (context) =>
      clients.engine.playWildCard({ commandId, roomId, gifUrl }, { ...context, ...SPENDING_PATIENCE }),
    )
    answer({ remainingWildCards })
  }
