import { PassActivation, PassView, RewardClaim } from '@kla/proto/web'
import type { HttpParts } from '../deps.js'
import { passView } from '../pass-views.js'
import { onBehalfOf, playerOf, visitorOf } from '../plugins/access.js'
import { answerIfChanged } from '../plugins/etag.js'
import { AccountLimit } from '../plugins/limits.js'
import { playerCall, type TypedApp, visitorCall } from '../route.js'

/** The season of the battle pass, with the player's progress. */
export const pass = (app: TypedApp, { battlePass, reads }: HttpParts): void => {
  app.get(
    '/api/pass',
    { config: { access: 'visitor' }, schema: visitorCall('The battle pass', PassView), onSend: answerIfChanged },
    async (request) =>
      visitorOf(request)
        ? passView(await battlePass.getPass({}, onBehalfOf(request)), 'player')
        : passView(await reads.pass(), 'nobody'),
  )
}

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
