import { KlaError } from '@kla/chassis'
import { LoginCallbackQuery, RestError } from '@kla/proto/web'
import { Type } from 'typebox'
import { cookieOptions, LOGIN_COOKIE, setSessionCookie } from '../../cookies.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

const USER_AGENT_MAX = 512

/** Where the provider sends the browser back to: opens the session and goes on to where the login began. */
export const completeLogin = (app: TypedApp, { auth, cookieSecure }: HttpParts): void => {
  app.get(
    '/auth/discord/callback',
    {
      config: { access: 'anyone' },
      schema: { summary: 'Complete a login', querystring: LoginCallbackQuery, response: { 302: Type.Any({ description: 'To where the login began.' }), '4xx': RestError } },
    },
    async (request, reply) => {
      const { code, state } = request.query
      const browserSecret = request.cookies[LOGIN_COOKIE]
      reply.header('cache-control', 'no-store').clearCookie(LOGIN_COOKIE, cookieOptions(cookieSecure, '/auth'))
      if (!code || !state || !browserSecret) throw new KlaError('LOGIN_FAILED')
      const { sessionId, expiresAtMs, redirectTo } = await auth.completeLogin(
        { code, state, browserSecret, userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX) },
        { requestId: request.id },
      )
      return setSessionCookie(reply, cookieSecure, sessionId, expiresAtMs).redirect(redirectTo)
    },
  )
}
