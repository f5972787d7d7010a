import { PassView, RewardClaim } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { passView } from '../../views/pass.js'
import { playerCall } from './player-call.js'

/** Claims the reward of a tier, once. */
export const claimReward = (app: TypedApp, { battlePass, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.post(
    '/api/pass/claims',
    {
      config: { access: 'player' },
      schema: playerCall('Claim a reward', PassView, { body: RewardClaim }),
    },
    async (request) => {
      limit.count(playerOf(request).account.id)
      const { season_id: seasonId, tier, track } = request.body
      return passView(await battlePass.claimReward({ seasonId, tier, track }, onBehalfOf(request)), 'player')
    },
  )
}
