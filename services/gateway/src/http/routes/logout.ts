import { RestError, Success } from '@kla/proto/web'
import { cookieOptions } from '../../cookies.js'
import { SESSION_COOKIE } from '../../session-cookie.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** Ends the session; its sockets close with it. Without a session there is nothing to end. */
export const logout = (app: TypedApp, { auth, cookieSecure }: HttpParts): void => {
  app.post(
    '/auth/logout',
    {
      config: { access: 'anyone' },
      schema: { summary: 'Log out', response: { 200: Success, '4xx': RestError, '5xx': RestError } },
    },
    async (request, reply) => {
      const sessionId = request.cookies[SESSION_COOKIE]
      if (sessionId) await auth.endSession({ sessionId }, { requestId: request.id })
      reply.clearCookie(SESSION_COOKIE, cookieOptions(cookieSecure))
      return { success: true as const }
    },
  )
}
