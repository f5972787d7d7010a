import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { SessionEndings } from '../sessions/session-endings.js'
import type { SessionStore } from '../store/session-store.js'
import { readSessionValue } from '../tokens/session-value.js'

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
