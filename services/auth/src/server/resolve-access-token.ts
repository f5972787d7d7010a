import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { Identify } from '../sessions/identify.js'
import type { AccessTokenReader } from '../tokens/access-token.js'

export const resolveAccessToken =
  (parts: {
    readAccessToken: AccessTokenReader
    identify: Identify
  }): Handlers<typeof AuthServiceService>['resolveAccessToken'] =>
  async (request) => {
    const sessionKey = await parts.readAccessToken(request.accessToken)
    if (sessionKey === undefined) throw new KlaError('NOT_SIGNED_IN')
    return parts.identify(sessionKey, 'handedOut')
  }
