import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { inForce } from '../domain/restriction.js'
import type { AgeStore } from '../age/age-store.js'
import type { RestrictionStore } from '../store/restriction-store.js'

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
