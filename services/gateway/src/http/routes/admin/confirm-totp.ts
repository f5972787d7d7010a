import { Success, TotpCode } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** The first code of a new authenticator puts it in force. */
export const confirmTotp = (app: TypedApp, { auth }: HttpParts): void => {
  app.post(
    '/admin/totp/confirm',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Confirm an authenticator', Success, { body: TotpCode }),
    },
    async (request) => {
      await auth.confirmTotp({ code: request.body.code }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
