import { CupView, TieParams, Verdict } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** A moderator's word on who won a tie, or that nobody did. */
export const judgeTie = (app: TypedApp, { cups, reads }: HttpParts): void => {
  app.post(
    '/admin/cups/:id/ties/:tieId/verdict',
    {
      config: { access: { permission: 'cups.judge' } },
      schema: consoleCall('Decide a tie', CupView, { params: TieParams, body: Verdict }),
    },
    async (request) => {
      const { id: cupId, tieId } = request.params
      const { winnerId, reason, version = 0 } = request.body
      const cup = await cups.judgeTie(
        { cupId, tieId, winnerId: winnerId ?? 0, reason: reason.trim(), version },
        onBehalfOf(request),
      )
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
