import { LoginQuery, RestError } from '@kla/proto/web'
import { Type } from 'typebox'
import { cookieOptions, LOGIN_COOKIE, LOGIN_MAX_AGE_S } from '../../cookies.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

const FORWARDED_MAX = 256

/** Sends the browser to the login provider, with a secret that ties the answer to it. */
export const beginLogin = (app: TypedApp, { auth, cookieSecure, loginForwardParameters }: HttpParts): void => {
  app.get(
    '/auth/discord',
    {
      config: { access: 'anyone' },
      schema: { summary: 'Begin a login', querystring: LoginQuery, response: { 302: Type.Any({ description: 'To the login provider.' }), '4xx': RestError } },
    },
    async (request, reply) => {
      const query = request.query as Record<string, unknown>
      const forwarded = loginForwardParameters.flatMap((name) => {
        const value = Object.hasOwn(query, name) ? query[name] : undefined
        return typeof value === 'string' && value.length <= FORWARDED_MAX ? [[name, value] as const] : []
      })
      const { authorizeUrl, browserSecret } = await auth.beginLogin(
        {
          redirectBackTo: request.query.redirectBackTo ?? '',
          forwardedParameters: Object.fromEntries(forwarded),
        },
        { requestId: request.id },
      )
      return reply
        .setCookie(LOGIN_COOKIE, browserSecret, { ...cookieOptions(cookieSecure, '/auth'), maxAge: LOGIN_MAX_AGE_S })
        .header('cache-control', 'no-store')
        .redirect(authorizeUrl)
    },
  )
}
