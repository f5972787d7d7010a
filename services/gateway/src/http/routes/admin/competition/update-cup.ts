import { CupParams, CupUpdate, CupView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { millisecondsOf } from '../../../query.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** Changes a cup that has not begun; what is left out stays as it is. */
export const updateCup = (app: TypedApp, { cups, reads }: HttpParts): void => {
  app.patch(
    '/admin/cups/:id',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Change a cup', CupView, { params: CupParams, body: CupUpdate }),
    },
    async (request) => {
      const { name, mode, category, capacity, starts_at } = request.body
      const startsAtMs = starts_at === undefined ? undefined : millisecondsOf(starts_at)
      const cup = await cups.updateCup(
        { cupId: request.params.id, name, mode, category, capacity, startsAtMs },
        onBehalfOf(request),
      )
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
