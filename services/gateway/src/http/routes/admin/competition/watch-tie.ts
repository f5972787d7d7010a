import { TieParams, WatchLink } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { isoOf } from '../../../views/values.js'
import { watchUrl } from '../../../watch-url.js'
import { consoleCall } from '../console-call.js'

/** A link with which a judge watches a tie that is being played, for one use. */
export const watchTie = (app: TypedApp, { cups, publicOrigin }: HttpParts): void => {
  app.post(
    '/admin/cups/:id/ties/:tieId/watch',
    {
      config: { access: { permission: 'cups.judge' } },
      schema: consoleCall('A link to watch a tie', WatchLink, { params: TieParams }),
    },
    async (request) => {
      const { id: cupId, tieId } = request.params
      const { roomId, pass, expiresAtMs } = await cups.issueWatchPass({ cupId, tieId }, onBehalfOf(request))
      return { url: watchUrl(publicOrigin, roomId, pass), expires_at: isoOf(expiresAtMs) }
    },
  )
}
