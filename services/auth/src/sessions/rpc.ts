import { type Handlers, KlaError } from '@kla/chassis'
import { type AuthServiceService, CookieUse } from '@kla/proto'
import type { AccessTokenReader } from '../shared/tokens.js'
import { readSessionValue, type UseCookie } from './cookie.js'
import type { SessionEndings } from './endings.js'
import type { Identify } from './identity.js'
import type { SessionStore } from './store.js'

export const resolveSession =
  (parts: { useCookie: UseCookie; identify: Identify }): Handlers<typeof AuthServiceService>['resolveSession'] =>
  async ({ sessionId, withoutAccessToken, cookieUse = CookieUse.UNSPECIFIED }, call) => {
    const { session, next } = await parts.useCookie(sessionId, cookieUse, call.log)
    const identity = await parts.identify(session, withoutAccessToken ? 'unused' : 'handedOut')
    return next ? { ...identity, nextSessionId: next.value, sessionExpiresAtMs: next.expiresAtMs } : identity
  }

export const resolveAccessToken =
  (parts: {
    readAccessToken: AccessTokenReader
    sessions: Pick<SessionStore, 'use'>
    identify: Identify
  }): Handlers<typeof AuthServiceService>['resolveAccessToken'] =>
  async (request) => {
    const sessionKey = await parts.readAccessToken(request.accessToken)
    const session = sessionKey === undefined ? undefined : await parts.sessions.use(sessionKey)
    if (!session) throw new KlaError('NOT_SIGNED_IN')
    return parts.identify(session, 'handedOut')
  }

export const endSession =
  (parts: {
    sessions: Pick<SessionStore, 'find'>
    endings: Pick<SessionEndings, 'end'>
  }): Handlers<typeof AuthServiceService>['endSession'] =>
  async (request) => {
    const value = readSessionValue(request.sessionId)
    const session = value && (await parts.sessions.find(value.sessionKey))
    if (session) await parts.endings.end(session)
    return {}
  }

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
