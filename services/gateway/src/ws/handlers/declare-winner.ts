import { KlaError } from '@kla/chassis'
import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

export const declareWinner =
  ({ sessions, clients }: HandlerParts) =>
  async ({ session, data, commandId }: SignedInContext<'declare-winner'>): Promise<void> => {
    const { roomId, winnerId } = data
    // 0 stands for "no winner" between services; from a client it is nobody's id.
    if (winnerId !== null && (winnerId <= 0 || !Number.isSafeInteger(winnerId))) throw new KlaError('NO_SUCH_PLAYER')
    await sessions.call(session, (context) =>
      clients.engine.declareWinner({ commandId, roomId, winnerId: winnerId ?? 0 }, context),
    )
  }
