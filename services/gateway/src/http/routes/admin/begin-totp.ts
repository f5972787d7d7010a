import { TotpSecret } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** A new secret for the administrator's authenticator, in force once a code of it is confirmed. */
export const beginTotp = (app: TypedApp, { auth }: HttpParts): void => {
  app.post(
    '/admin/totp',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Begin to set up an authenticator', TotpSecret),
    },
    async (request) => {
      const { secret, otpauthUrl } = await auth.beginTotp({}, onBehalfOf(request))
      return { secret, otpauth_url: otpauthUrl }
    },
  )
}
