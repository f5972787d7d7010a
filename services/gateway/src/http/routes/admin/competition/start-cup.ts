import { CupParams, CupView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** Draws the bracket now. */
export const startCup = (app: TypedApp, { cups, reads }: HttpParts): void => {
  app.post(
    '/admin/cups/:id/start',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Start a cup', CupView, { params: CupParams }),
    },
    async (request) => {
      const cup = await cups.startCup({ cupId: request.params.id }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
