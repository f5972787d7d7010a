import { CupParams, CupView } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { cupView } from '../../views/cups.js'
import { playerCall } from './player-call.js'

/** Takes the player out again, until the bracket is drawn. */
export const withdrawFromCup = (app: TypedApp, { cups, reads, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.delete(
    '/api/cups/:id/entry',
    { config: { access: 'player' }, schema: playerCall('Withdraw from a cup', CupView, { params: CupParams }) },
    async (request) => {
      const { account } = playerOf(request)
      limit.count(account.id)
      const cup = await cups.withdrawFromCup({ cupId: request.params.id }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup, account.id)
    },
  )
}
