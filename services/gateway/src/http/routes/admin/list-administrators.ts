import { AdministratorList } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { administratorView } from '../../views/admin/administrators.js'
import { consoleCall } from './console-call.js'

/** Everybody who may sign in to the console. */
export const listAdministrators = (app: TypedApp, { auth }: HttpParts): void => {
  app.get(
    '/admin/administrators',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Administrators', AdministratorList),
    },
    async (request) => {
      const { administrators } = await auth.listAdministrators({}, onBehalfOf(request))
      return { administrators: administrators.map(administratorView) }
    },
  )
}
