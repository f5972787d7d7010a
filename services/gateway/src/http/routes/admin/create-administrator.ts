import { AdministratorCreation, AdministratorView } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { administratorView } from '../../views/admin/administrators.js'
import { consoleCall } from './console-call.js'

/** Lets one more person sign in to the console. */
export const createAdministrator = (app: TypedApp, { auth }: HttpParts): void => {
  app.post(
    '/admin/administrators',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Create an administrator', AdministratorView, { body: AdministratorCreation }),
    },
    async (request) => {
      const { name, password, role, child_safety: childSafety = false } = request.body
      return administratorView(
        await auth.createAdministrator({ name, password, role, childSafety }, onBehalfOf(request)),
      )
    },
  )
}
