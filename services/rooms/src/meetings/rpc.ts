import { KlaError, type Handlers } from '@kla/chassis'
import type { MeetingsServiceService } from '@kla/proto'
import { accountIdOf } from '../shared/requests.js'
import { isAccountId } from '../shared/rules/input.js'
import type { FindAcquaintance } from './find-acquaintance.js'
import type { PublicNames } from './store.js'

const NAMES_MAX = 500

export interface MeetingsRpcDeps {
  readonly findAcquaintance: FindAcquaintance
  readonly publicNames: Pick<PublicNames, 'add'>
}

export const meetingHandlers = ({ findAcquaintance, publicNames }: MeetingsRpcDeps): Handlers<MeetingsServiceService> => ({
  /** Open to banned players. */
  async findMeeting(request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const otherId = accountIdOf(request.accountId)
    if (otherId === accountId) return { meeting: undefined, namedInPublic: false }
    const { meeting, namedInPublic } = await findAcquaintance(accountId, otherId)
    return { meeting: meeting && { ...meeting, gatewayIds: [...meeting.gatewayIds] }, namedInPublic }
  },

  async notePublicNames({ accountIds }) {
    if (accountIds.length > NAMES_MAX || !accountIds.every(isAccountId)) throw new KlaError('INVALID_FIELD')
    await publicNames.add(accountIds)
    return {}
  },
})
