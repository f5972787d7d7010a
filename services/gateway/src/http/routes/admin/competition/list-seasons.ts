import { Seasons } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { seasonView } from '../../../views/admin/seasons.js'
import { consoleCall } from '../console-call.js'

/** All seasons of the battle pass, newest first. */
export const listSeasons = (app: TypedApp, { battlePass }: HttpParts): void => {
  app.get(
    '/admin/pass/seasons',
    {
      config: { access: { permission: 'pass.read' } },
      schema: consoleCall('Seasons of the battle pass', Seasons),
    },
    async (request) => {
      const { seasons } = await battlePass.listSeasons({}, onBehalfOf(request))
      return { seasons: seasons.map(seasonView) }
    },
  )
}
