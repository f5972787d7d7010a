import { CupCancellation, CupParams, CupView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** Ends a cup without a champion. */
export const cancelCup = (app: TypedApp, { cups, reads }: HttpParts): void => {
  app.post(
    '/admin/cups/:id/cancel',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Cancel a cup', CupView, { params: CupParams, body: CupCancellation }),
    },
    async (request) => {
      const cup = await cups.cancelCup(
        { cupId: request.params.id, reason: request.body.reason.trim() },
        onBehalfOf(request),
      )
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
