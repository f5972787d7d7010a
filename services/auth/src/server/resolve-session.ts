import type { Handlers } from '@kla/chassis'
import { CookieUse, type AuthServiceService } from '@kla/proto'
import type { Identify } from '../sessions/identify.js'
import type { UseCookie } from '../sessions/use-cookie.js'

export const resolveSession =
  (parts: { useCookie: UseCookie; identify: Identify }): Handlers<typeof AuthServiceService>['resolveSession'] =>
  async ({ sessionId, withoutAccessToken, cookieUse = CookieUse.UNSPECIFIED }, call) => {
    const { session, next } = await parts.useCookie(sessionId, cookieUse, call.log)
    const identity = await parts.identify(session, withoutAccessToken ? 'unused' : 'handedOut')
    return next ? { ...identity, nextSessionId: next.value, sessionExpiresAtMs: next.expiresAtMs } : identity
  }
