import { Success } from '@kla/proto/web'
import type { HttpParts } from '../../http-parts.js'
import { bearerOf } from '../../identify.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** Ends the administrator's session. */
export const signOutAdministrator = (app: TypedApp, { auth }: HttpParts): void => {
  app.post(
    '/admin/logout',
    { config: { access: { permission: null, beforeTotp: true } }, schema: consoleCall('Sign out', Success) },
    async (request) => {
      await auth.endAdministratorSession({ token: bearerOf(request) ?? '' }, { requestId: request.id })
      return { success: true as const }
    },
  )
}
