import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { checkRestrictions } from '../domain/restriction.js'
import type { RestrictionStore } from '../store/restriction-store.js'

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
