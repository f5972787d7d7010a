import { BanList, BansQuery, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { flagOf, numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { banView } from '../../views/admin/bans.js'
import { consoleCall } from './console-call.js'

/** Bans, newest first. The specification answers a plain list: how many there are in all is a header. */
export const listBans = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/admin/bans',
    {
      config: { access: { permission: 'bans.read' } },
      schema: consoleCall('Bans', BanList, { querystring: BansQuery }),
    },
    async (request, reply) => {
      const { limit, offset, userId, scope = '', active } = request.query
      const { bans, total } = await moderation.listBans(
        {
          limit: numberOr(limit, PAGE_SIZE_DEFAULT),
          offset: numberOr(offset, 0),
          userId: numberOr(userId, 0),
          scope,
          active: flagOf(active),
        },
        onBehalfOf(request),
      )
      reply.header('x-total-count', total)
      return bans.map(banView)
    },
  )
}
