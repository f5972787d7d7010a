import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { SessionEndings } from '../sessions/session-endings.js'
import type { SessionStore } from '../store/session-store.js'
import { hashOf } from '../tokens/secrets.js'

export const endSession =
  (parts: {
    sessions: Pick<SessionStore, 'find'>
    endings: Pick<SessionEndings, 'end'>
  }): Handlers<typeof AuthServiceService>['endSession'] =>
  async (request) => {
    const session = await parts.sessions.find(hashOf(request.sessionId))
    if (session) await parts.endings.end(session)
    return {}
  }
