import { Success } from '@kla/proto/web'
import { cookieOptions, JUDGE_COOKIE, JUDGE_COOKIE_PATH } from '../../../cookies.js'
import type { HttpParts } from '../../http-parts.js'
import { bearerOf } from '../../identify.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** Ends the administrator's session. */
export const signOutAdministrator = (app: TypedApp, { auth, cookieSecure }: HttpParts): void => {
  app.post(
    '/admin/logout',
    { config: { access: { permission: null, beforeTotp: true } }, schema: consoleCall('Sign out', Success) },
    async (request, reply) => {
      await auth.endAdministratorSession({ token: bearerOf(request) ?? '' }, { requestId: request.id })
      reply.clearCookie(JUDGE_COOKIE, cookieOptions(cookieSecure, JUDGE_COOKIE_PATH))
      return { success: true as const }
    },
  )
}
