import { type Handlers, KlaError } from '@kla/chassis'
import type { BlocksServiceService } from '@kla/proto'
import { accountIdOf } from '../shared/requests.js'
import type { Separation } from './separate.js'
import type { BlockStore } from './store.js'

export interface BlocksRpcDeps {
  readonly store: BlockStore
  /** True if met under that alias or publicly named. */
  readonly hasMet: (accountId: number, otherId: number, alias?: number) => Promise<boolean>
  readonly separation: Separation
}

export const blockHandlers = ({ store, hasMet, separation }: BlocksRpcDeps): Handlers<BlocksServiceService> => ({
  /** Idempotent. Unknown accounts get NOT_MET too. */
  async blockPlayer(request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const blockedId = accountIdOf(request.accountId)
    if (blockedId === accountId) throw new KlaError('CANNOT_BLOCK_YOURSELF')
    const { alias = blockedId } = request
    const [isRepeat, met] = await Promise.all([store.has(accountId, alias), hasMet(accountId, blockedId, alias)])
    if (!isRepeat && !met) throw new KlaError('NOT_MET')
    if ((await store.add(accountId, { accountId: blockedId, alias })) === 'full') throw new KlaError('TOO_MANY_BLOCKS')
    // Repeats too: the first call may have failed here.
    await separation.separate(accountId, blockedId)
    return {}
  },

  async unblockPlayer(request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const givenId = accountIdOf(request.accountId)
    const otherId = await store.remove(accountId, { accountId: givenId, alias: request.alias })
    separation.publish(accountId, otherId, await store.isBlockedBetween(accountId, [otherId]))
    return {}
  },

  async listBlocks(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    return { blocks: await store.list(accountId) }
  },

  async listApart(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    return { accountIds: await store.apartFrom(accountId) }
  },
})
