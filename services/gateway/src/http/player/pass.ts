import { PassActivation, PassView, RewardClaim } from '@kla/proto/schemas'
import { passView } from '../pass-views.js'
import { onBehalfOf, visitorOf } from '../plugins/access.js'
import { answerIfChanged } from '../plugins/caching.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource, visitorCall } from '../route.js'

export const playerPass: Resource = async (app, { battlePass, reads, accountCallsPerMinute, now }) => {
  app.get(
    '/api/pass',
    { config: { access: 'visitor' }, schema: visitorCall('The battle pass', PassView), onSend: answerIfChanged },
    async (request) =>
      visitorOf(request)
        ? passView(await battlePass.getPass({}, onBehalfOf(request)), 'player')
        : passView(await reads.pass(), 'visitor'),
  )

  app.post(
    '/api/pass/activate',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Activate a Battle Pass', PassView, { body: PassActivation }),
    },
    async (request) => {
      const { season_id: seasonId } = request.body
      return passView(await battlePass.activatePass({ seasonId }, onBehalfOf(request)), 'player')
    },
  )

  app.post(
    '/api/pass/claims',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Claim a reward', PassView, { body: RewardClaim }),
    },
    async (request) => {
      const { season_id: seasonId, tier, track } = request.body
      return passView(await battlePass.claimReward({ seasonId, tier, track }, onBehalfOf(request)), 'player')
    },
  )
}
