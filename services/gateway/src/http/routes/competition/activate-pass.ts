import { PassActivation, PassView } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { passView } from '../../views/pass.js'
import { playerCall } from './player-call.js'

/** Spends a Battle Pass for the season that runs. */
export const activatePass = (app: TypedApp, { battlePass, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.post(
    '/api/pass/activate',
    {
      config: { access: 'player' },
      schema: playerCall('Activate a Battle Pass', PassView, { body: PassActivation }),
    },
    async (request) => {
      limit.count(playerOf(request).account.id)
      const { season_id: seasonId } = request.body
      return passView(await battlePass.activatePass({ seasonId }, onBehalfOf(request)), 'player')
    },
  )
}
