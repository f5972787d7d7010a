import { AdministratorChange, AdministratorView, IdParams } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { administratorView } from '../../views/admin/administrators.js'
import { consoleCall } from './console-call.js'

/** Changes what an administrator may do, or how it signs in. */
export const updateAdministrator = (app: TypedApp, { auth }: HttpParts): void => {
  app.patch(
    '/admin/administrators/:id',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Change an administrator', AdministratorView, {
        params: IdParams,
        body: AdministratorChange,
      }),
    },
    async (request) => {
      const { role, child_safety: childSafety, disabled, password, reset_totp: resetTotp = false } = request.body
      const administrator = await auth.updateAdministrator(
        { id: Number(request.params.id), role, childSafety, disabled, password, resetTotp },
        onBehalfOf(request),
      )
      return administratorView(administrator)
    },
  )
}
