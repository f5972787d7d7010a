import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { Identify } from '../sessions/identify.js'
import { hashOf } from '../tokens/secrets.js'

export const resolveSession =
  (identify: Identify): Handlers<typeof AuthServiceService>['resolveSession'] =>
  ({ sessionId, withoutAccessToken }) =>
    identify(hashOf(sessionId), withoutAccessToken ? 'unused' : 'handedOut')
