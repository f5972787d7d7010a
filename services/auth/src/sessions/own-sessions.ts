import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { SessionStore } from '../store/session-store.js'
import type { SessionEndings } from './session-endings.js'

type OwnSessionHandlers = Pick<
  Handlers<typeof AuthServiceService>,
  'listOwnSessions' | 'endOwnSession' | 'endAllOwnSessions'
>

/** What a player sees and ends of the sessions of its account; open to the banned. */
export function ownSessionHandlers(parts: {
  sessions: Pick<SessionStore, 'listOf' | 'find'>
  endings: Pick<SessionEndings, 'end' | 'endAll'>
}): OwnSessionHandlers {
  const { sessions, endings } = parts
  return {
    async listOwnSessions(_request, call) {
      const { accountId, sessionKey } = await call.principal({ evenIfBanned: true })
      const found = await sessions.listOf(accountId)
      return { sessions: found.map((session) => ({ ...session, current: session.sessionKey === sessionKey })) }
    },
    async endOwnSession(request, call) {
      const { accountId } = await call.principal({ evenIfBanned: true })
      const session = await sessions.find(request.sessionKey)
      if (session?.accountId !== accountId) throw new KlaError('NOT_FOUND')
      await endings.end(session)
      return {}
    },
    async endAllOwnSessions(_request, call) {
      const { accountId } = await call.principal({ evenIfBanned: true })
      await endings.endAll(accountId)
      call.log.info({ accountId }, 'all sessions of an account were ended')
      return {}
    },
  }
}
