import { SeasonParams, Success } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { consoleCall } from '../console-call.js'

/** Deletes the draft of a season. */
export const deleteSeason = (app: TypedApp, { battlePass }: HttpParts): void => {
  app.delete(
    '/admin/pass/seasons/:id',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: consoleCall('Delete the draft of a season', Success, { params: SeasonParams }),
    },
    async (request) => {
      await battlePass.deleteSeason({ seasonId: request.params.id }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
