import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { IdentifyAdministrator } from '../administrators/identify-administrator.js'
import type { AdministratorSessionStore } from '../store/administrator-session-store.js'
import { hashOf } from '../tokens/secrets.js'

export interface ResolveParts {
  readonly sessions: Pick<AdministratorSessionStore, 'use'>
  readonly identify: IdentifyAdministrator
  readonly now: () => number
}

export const resolveAdministrator =
  (parts: ResolveParts): Handlers<typeof AuthServiceService>['resolveAdministrator'] =>
  async (request) => {
    const session = await parts.sessions.use(hashOf(request.token), parts.now())
    if (!session) throw new KlaError('NOT_SIGNED_IN')
    return parts.identify(session)
  }
