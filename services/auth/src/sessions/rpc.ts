import { type Handlers, KlaError } from '@kla/chassis'
import { type AuthServiceService, CHECK_SESSIONS_MAX, CookieUse } from '@kla/proto'
import type { AccessTokenReader } from '../shared/tokens.js'
import { readSessionValue, type UseCookie } from './cookie.js'
import type { SessionEndings } from './endings.js'
import type { CheckSession, Identify } from './identity.js'
import type { SessionStore } from './store.js'

/** Names of the session RPCs. */
export type SessionMethod =
  | 'resolveSession'
  | 'resolveAccessToken'
  | 'checkSessions'
  | 'endSession'
  | 'listOwnSessions'
  | 'endOwnSession'
  | 'endAllOwnSessions'

export interface SessionRpcDeps {
  readonly sessions: Pick<SessionStore, 'use' | 'find' | 'listOf'>
  readonly endings: Pick<SessionEndings, 'end' | 'endByKey' | 'endEverywhere'>
  readonly useCookie: UseCookie
  readonly identify: Identify
  readonly checkSession: CheckSession
  readonly readAccessToken: AccessTokenReader
}

/** Banned players may call these too. */
export const sessionHandlers = (deps: SessionRpcDeps): Pick<Handlers<typeof AuthServiceService>, SessionMethod> => {
  const { sessions, endings, useCookie, identify, checkSession, readAccessToken } = deps
  return {
    async resolveSession({ sessionId, withoutAccessToken, cookieUse = CookieUse.UNSPECIFIED }, call) {
      const { session, next } = await useCookie(sessionId, cookieUse, call.log)
      const identity = await identify(session, { accessToken: !withoutAccessToken })
      return next ? { ...identity, nextSessionId: next.value, sessionExpiresAtMs: next.expiresAtMs } : identity
    },

    async resolveAccessToken({ accessToken }) {
      const sessionKey = await readAccessToken(accessToken)
      const session = sessionKey === undefined ? undefined : await sessions.use(sessionKey)
      if (!session) throw new KlaError('NOT_SIGNED_IN')
      return identify(session, { accessToken: true })
    },

    async checkSessions({ sessionIds }, call) {
      if (sessionIds.length > CHECK_SESSIONS_MAX) {
        throw new KlaError('INVALID_FIELD', `Ask for at most ${CHECK_SESSIONS_MAX} sessions.`)
      }
      const checked = await Promise.all(
        sessionIds.map(async (sessionId) => {
          try {
            return await checkSession((await useCookie(sessionId, CookieUse.UNSPECIFIED, call.log)).session)
          } catch (error) {
            if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
            return undefined
          }
        }),
      )
      return { sessions: checked.filter((one) => one !== undefined) }
    },

    async endSession({ sessionId }) {
      const value = readSessionValue(sessionId)
      if (value) await endings.endByKey(value.sessionKey)
      return {}
    },

    async listOwnSessions(_request, call) {
      const { accountId, sessionKey } = await call.principal({ allowBanned: true })
      const found = await sessions.listOf(accountId)
      return { sessions: found.map((session) => ({ ...session, current: session.sessionKey === sessionKey })) }
    },

    /** Idempotent. Errors: NOT_FOUND for a session of another account. */
    async endOwnSession(request, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      const session = await sessions.find(request.sessionKey)
      if (session && session.accountId !== accountId) throw new KlaError('NOT_FOUND')
      if (session) await endings.end(session)
      return {}
    },

    async endAllOwnSessions({ sessionId }) {
      const value = readSessionValue(sessionId)
      if (value) await endings.endEverywhere(value.sessionKey)
      return {}
    },
  }
}
