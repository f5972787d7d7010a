import { KlaError } from '@kla/chassis'
import { TieParams, TiePresence } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { tieView } from '../../views/ties.js'
import { textOrNull } from '../../views/values.js'
import { playerCall } from './player-call.js'

/** "I am here": answers who else is, and the room once it is open. */
export const bePresent = (app: TypedApp, { cups, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.post(
    '/api/cups/:id/ties/:tieId/presence',
    {
      config: { access: 'player' },
      schema: playerCall('Be present at a tie', TiePresence, { params: TieParams }),
    },
    async (request) => {
      limit.count(playerOf(request).account.id)
      const { id: cupId, tieId } = request.params
      const { tie, present, roomId } = await cups.bePresent({ cupId, tieId }, onBehalfOf(request))
      if (!tie) throw new KlaError('INTERNAL')
      return { tie: tieView(tie), present, room_id: textOrNull(roomId) }
    },
  )
}
