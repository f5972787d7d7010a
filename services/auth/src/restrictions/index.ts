import { type Handlers, KlaError } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AgeStore } from '../age/store.js'
import { checkRestrictions, inForce } from './rules.js'
import type { RestrictionStore } from './store.js'

export const putRestrictions =
  (parts: {
    restrictions: Pick<RestrictionStore, 'put'>
    /** Has it told at once. */
    onStored: () => void
  }): Handlers<typeof AuthServiceService>['putRestrictions'] =>
  async (request, call) => {
    const given = checkRestrictions(request)
    if ('refused' in given) throw new KlaError(given.refused)
    const { accountId, version } = given
    const outcome = await parts.restrictions.put(given)
    if (outcome === 'no account') throw new KlaError('NO_SUCH_ACCOUNT')
    if (outcome === 'jumps') {
      call.log.error({ accountId, version }, 'restrictions were refused: their version jumps')
      throw new KlaError('VERSION_JUMPS')
    }
    parts.onStored()
    call.log.info({ accountId, version, scopes: given.restrictions.map(({ scope }) => scope) }, 'restrictions were put')
    return {}
  }

/** As the contract has it: all that one gateway may have connected. */
const IDS_MAX = 5_000

export const listRestrictions =
  (parts: {
    restrictions: Pick<RestrictionStore, 'ofAll'>
    ages: Pick<AgeStore, 'locksOf'>
    now: () => number
  }): Handlers<typeof AuthServiceService>['listRestrictions'] =>
  async ({ accountIds }) => {
    if (accountIds.length > IDS_MAX) throw new KlaError('INVALID_FIELD')
    const [known, ages] = await Promise.all([parts.restrictions.ofAll(accountIds), parts.ages.locksOf(accountIds)])
    const now = parts.now()
    // Those that have nothing any more stay in: a gateway that was told of more has to see that this is newer.
    return { accounts: known.map((one) => ({ ...one, restrictions: inForce(one.restrictions, now) })), ages }
  }
