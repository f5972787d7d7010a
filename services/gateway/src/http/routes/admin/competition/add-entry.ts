import { CupParams, CupView, EntryCreation } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import { existingAccount } from '../../../existing-account.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** Enters somebody, under the name that the account has. */
export const addEntry = (app: TypedApp, { auth, cups, reads }: HttpParts): void => {
  app.post(
    '/admin/cups/:id/entries',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Enter somebody', CupView, { params: CupParams, body: EntryCreation }),
    },
    async (request) => {
      const person = await existingAccount(auth, request.body.userId, { requestId: request.id })
      const { id: accountId, username } = person
      const cup = await cups.setEntry(
        { cupId: request.params.id, accountId, username, avatar: '', entered: true },
        onBehalfOf(request),
      )
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )
}
