import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { Identify } from '../sessions/identify.js'
import type { SessionStore } from '../store/session-store.js'
import type { AccessTokenReader } from '../tokens/access-token.js'

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
