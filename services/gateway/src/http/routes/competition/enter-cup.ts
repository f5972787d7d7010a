import { CupParams, CupView } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { cupView } from '../../views/cups.js'
import { playerCall } from './player-call.js'

/** Enters the player. Doing it twice changes nothing. */
export const enterCup = (app: TypedApp, { cups, reads, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.post(
    '/api/cups/:id/entry',
    { config: { access: 'player' }, schema: playerCall('Enter a cup', CupView, { params: CupParams }) },
    async (request) => {
      const { account } = playerOf(request)
      limit.count(account.id)
      const cup = await cups.enterCup({ cupId: request.params.id }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup, account.id)
    },
  )
}
