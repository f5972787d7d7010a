import { CupCreation, CupView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { millisecondsOf } from '../../../query.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** Announces a cup: from now on people enter. */
export const createCup = (app: TypedApp, { cups, reads }: HttpParts): void => {
  app.post(
    '/admin/cups',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Create a cup', CupView, { body: CupCreation }),
    },
    async (request) => {
      const { id: cupId, name, mode, category, capacity, starts_at } = request.body
      const startsAtMs = millisecondsOf(starts_at)
      const cup = await cups.createCup({ cupId, name, mode, category, capacity, startsAtMs }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
