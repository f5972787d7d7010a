import { ActiveBan, ActiveBanQuery, UserIdParams } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { banView } from '../../views/admin/bans.js'
import { consoleCall } from './console-call.js'

/** The ban in force against somebody: none is an empty object, not an error. */
export const findActiveBan = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/admin/bans/:userId/active',
    {
      config: { access: { permission: 'bans.read' } },
      schema: consoleCall('The ban in force', ActiveBan, { params: UserIdParams, querystring: ActiveBanQuery }),
    },
    async (request) => {
      const { ban } = await moderation.findActiveBan(
        { userId: Number(request.params.userId), scope: request.query.scope ?? '' },
        onBehalfOf(request),
      )
      return ban ? banView(ban) : {}
    },
  )
}
