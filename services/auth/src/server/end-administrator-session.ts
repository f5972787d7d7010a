import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorSessionStore } from '../store/administrator-session-store.js'
import { hashOf } from '../tokens/secrets.js'

export interface EndParts {
  readonly sessions: Pick<AdministratorSessionStore, 'remove'>
}

export const endAdministratorSession =
  ({ sessions }: EndParts): Handlers<typeof AuthServiceService>['endAdministratorSession'] =>
  async (request) => {
    await sessions.remove(hashOf(request.token))
    return {}
  }
