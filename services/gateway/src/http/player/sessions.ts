import { KlaError } from '@kla/chassis'
import { OwnSessions, SessionParams, Success } from '@kla/proto/schemas'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'
import { LOGOUT } from '../logouts.js'
import { onBehalfOf, playerOf } from '../plugins/access.js'
import { neverStored } from '../plugins/caching.js'
import { cookieOptions } from '../plugins/cookies.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

export const playerSessions: Resource = async (app, { auth, cookieSecure, logouts }) => {
  app.get(
    '/user/sessions',
    { config: { access: 'banned-player' }, schema: playerCall('Sessions', OwnSessions) },
    async (request) => {
      const { sessions } = await auth.listOwnSessions({}, onBehalfOf(request))
      return {
        sessions: sessions.map(({ sessionKey, device, openedAtMs, seenAtMs, current }) => ({
          id: sessionKey,
          device,
          current,
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
      if (request.params.id === playerOf(request).sessionKey)
        reply.clearCookie(SESSION_COOKIE, cookieOptions(cookieSecure))
      return { success: true as const }
    },
  )

  // Uses only the cookie, to work while Redis is away.
  app.delete(
    '/user/sessions',
    { config: { access: 'anyone' }, onRequest: neverStored, schema: playerCall('End all sessions', Success) },
    async (request, reply) => {
      const sessionId = request.cookies[SESSION_COOKIE]
      if (!sessionId) throw new KlaError('NOT_SIGNED_IN')
      reply.clearCookie(SESSION_COOKIE, cookieOptions(cookieSecure))
      const end = () => auth.endAllOwnSessions({ sessionId }, { requestId: request.id, ...LOGOUT })
      await logouts.run({ secret: sessionId, of: 'everywhere', end })
      return { success: true as const }
    },
  )
}
