import { OwnSessions, SessionParams, Success } from '@kla/proto/schemas'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'
import { onBehalfOf, playerOf } from '../plugins/access.js'
import { cookieOptions } from '../plugins/cookies.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

export const playerSessions: Resource = async (app, { auth, cookieSecure }) => {
  // Also for banned players. Ended sessions close their sockets with 4001.
  app.get(
    '/user/sessions',
    { config: { access: 'banned-player' }, schema: playerCall('Sessions', OwnSessions) },
    async (request) => {
      const { sessions } = await auth.listOwnSessions({}, onBehalfOf(request))
      return {
        sessions: sessions.map(({ sessionKey, device, openedAtMs, seenAtMs, current }) => ({
          ...{ id: sessionKey, device, current },
          signed_in_at: isoOf(openedAtMs),
          last_seen_at: isoOf(seenAtMs),
        })),
      }
    },
  )

  app.delete(
    '/user/sessions/:id',
    { config: { access: 'banned-player' }, schema: playerCall('End a session', Success, { params: SessionParams }) },
    async (request, reply) => {
      await auth.endOwnSession({ sessionKey: request.params.id }, onBehalfOf(request))
      if (request.params.id === playerOf(request).sessionKey) reply.clearCookie(SESSION_COOKIE, cookieOptions(cookieSecure))
      return { success: true as const }
    },
  )

  app.delete(
    '/user/sessions',
    { config: { access: 'banned-player' }, schema: playerCall('End all sessions', Success) },
    async (request, reply) => {
      await auth.endAllOwnSessions({}, onBehalfOf(request))
      reply.clearCookie(SESSION_COOKIE, cookieOptions(cookieSecure))
      return { success: true as const }
    },
  )
}
