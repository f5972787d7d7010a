import { SeasonParams, SeasonView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { seasonView } from '../../../views/admin/seasons.js'
import { consoleCall } from '../console-call.js'
import { SEASON_PATIENCE } from './season-patience.js'

/** Players see the season from now on. */
export const publishSeason = (app: TypedApp, { battlePass }: HttpParts): void => {
  app.post(
    '/admin/pass/seasons/:id/publish',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: consoleCall('Publish a season', SeasonView, { params: SeasonParams }),
    },
    async (request) =>
      seasonView(
        await battlePass.publishSeason(
          { seasonId: request.params.id },
          { ...onBehalfOf(request), ...SEASON_PATIENCE },
        ),
      ),
  )
}
