import { PasswordChange, Success } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** A new password for the administrator who asks. */
export const changeOwnPassword = (app: TypedApp, { auth }: HttpParts): void => {
  app.post(
    '/admin/password',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall("Change one's own password", Success, { body: PasswordChange }),
    },
    async (request) => {
      const { current_password: currentPassword, new_password: newPassword } = request.body
      await auth.changeOwnPassword({ currentPassword, newPassword }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
