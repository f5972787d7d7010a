import type { AdministratorSession } from '@kla/proto'
import { AdminSessionList, type AdminSessionView, Success, UuidParams } from '@kla/proto/schemas'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

export const consoleSessions: Resource = async (app, { auth }) => {
  app.get(
    '/admin/sessions',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Where you are logged in to the console', AdminSessionList),
    },
    async (request) => {
      const { sessions } = await auth.listAdministratorSessions({ everyone: false }, onBehalfOf(request))
      return { sessions: sessions.map(toView) }
    },
  )

  app.get(
    '/admin/administrators/sessions',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Who is logged in to the console', AdminSessionList),
    },
    async (request) => {
      const { sessions } = await auth.listAdministratorSessions({ everyone: true }, onBehalfOf(request))
      return { sessions: sessions.map(toView) }
    },
  )

  app.delete(
    '/admin/sessions/:id',
    {
      config: { access: { permission: null } },
      schema: consoleCall('End a session of the console', Success, { params: UuidParams }),
    },
    async (request) => {
      await auth.endOneAdministratorSession({ id: request.params.id }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}

const toView = (session: AdministratorSession): AdminSessionView => ({
  id: session.id,
  administrator_id: session.administratorId,
  administrator: session.administrator,
  opened_at: isoOf(session.openedAtMs),
  last_used_at: isoOf(session.lastUsedAtMs),
  expires_at: isoOf(session.expiresAtMs),
  method: session.method as AdminSessionView['method'],
  browser: session.browser,
  current: session.current,
})
