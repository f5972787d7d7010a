import { KlaError, type Handlers } from '@kla/chassis'
import type { MeetingsServiceService } from '@kla/proto'
import { isAccountId } from '../shared/rules/input.js'
import type { FindAcquaintance } from './find-acquaintance.js'
import type { PublicNames } from './store.js'

/** As the contract has it. */
const NAMES_MAX = 500

/** The RPCs about who has met whom. */
export const meetingHandlers = ({
  find,
  publicNames,
}: {
  find: FindAcquaintance
  publicNames: PublicNames
}): Handlers<MeetingsServiceService> => ({
  /** Errors: INVALID_FIELD. Open to banned players. */
  async findMeeting({ accountId: otherId }, call) {
    const { accountId } = await call.principal({ evenIfBanned: true })
    if (!isAccountId(otherId)) throw new KlaError('INVALID_FIELD', 'There is no such person.')
    if (otherId === accountId) return { meeting: undefined, namedInPublic: false }
    const { meeting, namedInPublic } = await find(accountId, otherId)
    return { meeting: meeting && { ...meeting, gatewayIds: [...meeting.gatewayIds] }, namedInPublic }
  },

  /** Errors: INVALID_FIELD. */
  async notePublicNames({ accountIds }) {
    if (accountIds.length > NAMES_MAX || !accountIds.every(isAccountId)) throw new KlaError('INVALID_FIELD')
    await publicNames.add(accountIds)
    return {}
  },
})
