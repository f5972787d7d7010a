import { TieParams, WatchLink } from '@kla/proto/web'
import { cookieOptions, JUDGE_COOKIE, JUDGE_COOKIE_MAX_AGE_S, JUDGE_COOKIE_PATH } from '../../../../cookies.js'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { bearerOf } from '../../../identify.js'
import type { TypedApp } from '../../../typed-app.js'
import { isoOf } from '../../../views/values.js'
import { watchUrl } from '../../../watch-url.js'
import { consoleCall } from '../console-call.js'

/** A link with which a judge watches a tie that is being played, for one use. */
export const watchTie = (app: TypedApp, { cups, publicOrigin, cookieSecure }: HttpParts): void => {
  app.post(
    '/admin/cups/:id/ties/:tieId/watch',
    {
      config: { access: { permission: 'cups.judge' } },
      schema: consoleCall('A link to watch a tie', WatchLink, { params: TieParams }),
    },
    async (request, reply) => {
      const { id: cupId, tieId } = request.params
      const { roomId, pass, expiresAtMs } = await cups.issueWatchPass({ cupId, tieId }, onBehalfOf(request))
      // The judge's page has no bearer token, and shows the clips of the tie.
      reply.setCookie(JUDGE_COOKIE, bearerOf(request) ?? '', {
        ...{ ...cookieOptions(cookieSecure, JUDGE_COOKIE_PATH), sameSite: 'strict' as const },
        maxAge: JUDGE_COOKIE_MAX_AGE_S,
      })
      return { url: watchUrl(publicOrigin, roomId, pass), expires_at: isoOf(expiresAtMs) }
    },
  )
}
