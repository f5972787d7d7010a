import { CupParams, CupView, Seeding } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** Puts the entries in order, best first. */
export const seedCup = (app: TypedApp, { cups, reads }: HttpParts): void => {
  app.put(
    '/admin/cups/:id/seeds',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Seed a cup', CupView, { params: CupParams, body: Seeding }),
    },
    async (request) => {
      const cup = await cups.seedCup({ cupId: request.params.id, accountIds: request.body.order }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
