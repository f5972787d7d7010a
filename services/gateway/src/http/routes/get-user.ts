import { KlaError } from '@kla/chassis'
import { AuthUser, RestError } from '@kla/proto/web'
import type { HttpParts } from '../http-parts.js'
import { identifyPlayer } from '../identify.js'
import type { TypedApp } from '../typed-app.js'
import { authUser } from '../views/auth-user.js'

/** Who is signed in: nobody is an empty object, not an error. */
export const getUser = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/auth/user',
    {
      config: { access: 'anyone' },
      schema: { summary: 'Who is signed in', response: { 200: AuthUser, '5xx': RestError } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        return authUser(await identifyPlayer(request, parts, { withoutAccessToken: false, reply }))
      } catch (error) {
        if (KlaError.from(error).reason === 'NOT_SIGNED_IN') return {}
        throw error
      }
    },
  )
}
