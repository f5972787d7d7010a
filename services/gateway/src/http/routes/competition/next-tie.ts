import { NextTieView } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { nextTieView } from '../../views/next-tie.js'
import { playerCall } from './player-call.js'

/** What the player has to do next, over all cups. */
export const nextTie = (app: TypedApp, { cups, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.get(
    '/api/cups/next',
    { config: { access: 'player' }, schema: playerCall("One's next tie or check-in", NextTieView) },
    async (request) => {
      limit.count(playerOf(request).account.id)
      return nextTieView(await cups.getNextTie({}, onBehalfOf(request)))
    },
  )
}
