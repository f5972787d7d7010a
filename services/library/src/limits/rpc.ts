import { accepted, type Handlers, KlaError } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import { drawDecoys } from './decoys.js'
import { areAccounts, readCard, unite } from './rules.js'
import type { LimitsStore } from './store.js'

export const limitsHandlers = (
  store: LimitsStore,
  { key, now }: { readonly key: Buffer; readonly now: () => number },
): Pick<Handlers<typeof LibraryServiceService>, 'getLimits' | 'setLimits' | 'uniteLimits'> => ({
  async getLimits(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    return { limits: [...(await store.find(accountId))] }
  },

  async setLimits({ limits }, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const { card } = accepted(readCard(limits))
    await store.replace(accountId, card)
    return { limits: [...card] }
  },

  /** Neither logs nor metrics name accounts, which would reveal whose limit it is. */
  async uniteLimits({ accountIds }) {
    if (!areAccounts(accountIds)) throw new KlaError('INVALID_FIELD')
    const { no, soft } = unite(await store.listForAll(accountIds))
    return { no: [...no], soft: [...soft], decoys: [...drawDecoys(key, accountIds, now())] }
  },
})
