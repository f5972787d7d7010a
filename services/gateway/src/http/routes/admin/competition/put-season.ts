import { SeasonEdit, SeasonParams, SeasonView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { seasonOf, seasonView } from '../../../views/admin/seasons.js'
import { consoleCall } from '../console-call.js'
import { SEASON_PATIENCE } from './season-patience.js'

/** Creates a season of the battle pass, or changes it. */
export const putSeason = (app: TypedApp, { battlePass }: HttpParts): void => {
  app.put(
    '/admin/pass/seasons/:id',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: consoleCall('Create or change a season', SeasonView, { params: SeasonParams, body: SeasonEdit }),
    },
    async (request) => {
      const season = seasonOf(request.params.id, request.body)
      return seasonView(await battlePass.putSeason({ season }, { ...onBehalfOf(request), ...SEASON_PATIENCE }))
    },
  )
}
