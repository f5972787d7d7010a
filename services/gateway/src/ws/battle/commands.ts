import { KlaError } from '@kla/chassis'
import type { HandlerDeps } from '../deps.js'
import type { SignedInContext } from '../handler.js'

/** These call engine, library and commerce in turn. Clients give up after ten seconds. */
const SPENDING_DEADLINE = { deadlineMs: 9_000, attemptMs: 4_000 } as const

export const battleHandlers = ({ sessions, clients: { engine } }: Pick<HandlerDeps, 'sessions' | 'clients'>) => ({
  async readyUp({ session, data, commandId }: SignedInContext<'ready-up'>): Promise<void> {
    await sessions.call(session, (context) => engine.readyUp({ commandId, roomId: data.roomId }, context))
  },

  async gifChoice({ session, data, commandId }: SignedInContext<'gif-choice'>): Promise<void> {
    const { roomId, index } = data
    await sessions.call(session, (context) => engine.chooseGif({ commandId, roomId, index }, context))
  },

  async userFinishes({ session, data, commandId }: SignedInContext<'user-finishes'>): Promise<void> {
    await sessions.call(session, (context) => engine.finish({ commandId, roomId: data.roomId }, context))
  },

  async declareWinner({ session, data, commandId }: SignedInContext<'declare-winner'>): Promise<void> {
    const { roomId, winnerId } = data
    // 0 means "no winner" between services, but is invalid from a client.
    if (winnerId !== null && (winnerId <= 0 || !Number.isSafeInteger(winnerId))) throw new KlaError('NO_SUCH_PLAYER')
    await sessions.call(session, (context) =>
      engine.declareWinner({ commandId, roomId, winnerId: winnerId ?? 0 }, context),
    )
  },

  async saveGifChoice({ session, data, commandId, answer }: SignedInContext<'save-gif-choice'>): Promise<void> {
    const { roomId, index, round = 0 } = data
    const { gifUrl } = await sessions.call(session, (context) =>
      engine.saveGifChoice({ commandId, roomId, index, round }, { ...context, ...SPENDING_DEADLINE }),
    )
    answer({ gifUrl })
  },

  async wildCardChoice({ session, data, commandId, answer }: SignedInContext<'wild-card-choice'>): Promise<void> {
    const { roomId, gifUrl } = data
    const { remainingWildCards } = await sessions.call(session, (context) =>
      engine.playWildCard({ commandId, roomId, gifUrl }, { ...context, ...SPENDING_DEADLINE }),
    )
    answer({ remainingWildCards })
  },

  async saveGifReceived({ session, data, commandId, answer }: SignedInContext<'save-gif-received'>): Promise<void> {
    const { roomId, receivedGif } = data
    const { gifUrl } = await sessions.call(session, (context) =>
      engine.saveGifReceived({ commandId, roomId, gifUrl: receivedGif }, { ...context, ...SPENDING_DEADLINE }),
    )
    answer({ gifUrl })
  },
})
