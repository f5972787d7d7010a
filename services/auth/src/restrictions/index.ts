import { type Database, type Handlers, KlaError } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { Age } from '../age/index.js'
import { checkRestrictions, inForce, jumps } from './rules.js'
import { createRestrictionStore } from './store.js'

export { inForce, type AccountRestrictions, type Restriction } from './rules.js'

export interface RestrictionsDeps {
  readonly database: Database
  readonly ageLocksOf: Age['locksOf']
  readonly onStored: () => void
  readonly now: () => number
}

export interface Restrictions {
  readonly handlers: Pick<Handlers<typeof AuthServiceService>, 'putRestrictions' | 'listRestrictions'>
}

/** Contract's limit: accounts connected to one gateway. */
const IDS_MAX = 5_000

export function createRestrictions({ database, ageLocksOf, onStored, now }: RestrictionsDeps): Restrictions {
  const restrictions = createRestrictionStore(database)
  return {
    handlers: {
      async putRestrictions(request, call) {
        const given = checkRestrictions(request)
        if ('refused' in given) throw new KlaError(given.refused)
        const { accountId, version } = given
        if (jumps(version, now())) {
          call.log.error({ accountId, version }, 'restrictions were refused: their version jumps')
          throw new KlaError('VERSION_JUMPS')
        }
        if ((await restrictions.put(given)) === 'no account') throw new KlaError('NO_SUCH_ACCOUNT')
        onStored()
        call.log.info(
          { accountId, version, scopes: given.restrictions.map(({ scope }) => scope) },
          'restrictions were put',
        )
        return {}
      },

      async listRestrictions({ accountIds }) {
        if (accountIds.length > IDS_MAX) throw new KlaError('INVALID_FIELD')
        const [known, ages] = await Promise.all([restrictions.ofAll(accountIds), ageLocksOf(accountIds)])
        const nowMs = now()
        // Includes unrestricted accounts: gateways need their version.
        return { accounts: known.map((one) => ({ ...one, restrictions: inForce(one.restrictions, nowMs) })), ages }
      },
    },
  }
}
