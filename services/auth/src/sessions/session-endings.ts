import type { Logger } from '@kla/chassis'
import type { Session } from '../domain/session.js'
import type { EndingStore } from '../store/ending-store.js'
import type { SessionStore } from '../store/session-store.js'

export interface SessionEndings {
  /** Resolves once the session opens nothing any more; the news of it is told now or, if that fails, by a sweep. */
  end(session: Session): Promise<void>
  /** Ends every session of an account. */
  endAll(accountId: number): Promise<void>
  /** Finishes what other pods, or this one, could not. */
  sweep(): Promise<void>
}

export interface SessionEndingsParts {
  readonly sessions: SessionStore
  readonly endings: EndingStore
  readonly tell: (session: Session) => Promise<void>
  readonly log: Logger
}

export function createSessionEndings({ sessions, endings, tell, log }: SessionEndingsParts): SessionEndings {
  async function tellAndFinish(session: Session): Promise<void> {
    try {
      await tell(session)
      await endings.finish(session)
    } catch (error) {
      log.warn({ err: error, accountId: session.accountId }, 'the end of a session could not be told yet')
    }
  }

  async function end(session: Session): Promise<void> {
    await endings.begin(session)
    await sessions.remove(session)
    await tellAndFinish(session)
  }

  return {
    end,
    async endAll(accountId) {
      const keys = await sessions.keysOf(accountId)
      await Promise.all(keys.map((sessionKey) => end({ sessionKey, accountId })))
    },
    async sweep() {
      for (const session of await endings.claimOverdue()) {
        await sessions.remove(session)
        await tellAndFinish(session)
      }
    },
  }
}
