import { CupView, EntryParams } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** Takes somebody out of a cup that has not begun. */
export const removeEntry = (app: TypedApp, { cups, reads }: HttpParts): void => {
  app.delete(
    '/admin/cups/:id/entries/:userId',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Take somebody out', CupView, { params: EntryParams }),
    },
    async (request) => {
      const { id: cupId, userId } = request.params
      const accountId = Number(userId)
      const cup = await cups.setEntry(
        { cupId, accountId, username: '', avatar: '', entered: false },
        onBehalfOf(request),
      )
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
