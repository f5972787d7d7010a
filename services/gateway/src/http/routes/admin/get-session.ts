import { AdminSession } from '@kla/proto/web'
import { administratorOf } from '../../access.js'
import type { TypedApp } from '../../typed-app.js'
import { sessionView } from '../../views/admin/session.js'
import { consoleCall } from './console-call.js'

/** Who the bearer token belongs to, and what that administrator may do. */
export const getAdminSession = (app: TypedApp): void => {
  app.get(
    '/admin/session',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Who is signed in', AdminSession),
    },
    async (request) => sessionView(administratorOf(request)),
  )
}
