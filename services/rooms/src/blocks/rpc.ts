import { KlaError, type Handlers } from '@kla/chassis'
import type { BlocksServiceService } from '@kla/proto'
import { accountIdOf } from '../shared/requests.js'
import type { Separation } from './separate.js'
import type { BlockStore } from './store.js'

export interface BlocksRpcDeps {
  readonly store: BlockStore
  /** Whether they have met under that alias, or the other one is named in public. */
  readonly isAcquainted: (accountId: number, otherId: number, alias?: number) => Promise<boolean>
  readonly separation: Separation
}

export const blockHandlers = ({ store, isAcquainted, separation }: BlocksRpcDeps): Handlers<BlocksServiceService> => ({
  /** Idempotent; open to banned players. NOT_MET covers accounts that do not exist. */
  async blockPlayer(request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const blockedId = accountIdOf(request.accountId)
    if (blockedId === accountId) throw new KlaError('CANNOT_BLOCK_YOURSELF')
    const { alias = blockedId } = request
    const [isRepeat, acquainted] = await Promise.all([store.has(accountId, alias), isAcquainted(accountId, blockedId, alias)])
    if (!isRepeat && !acquainted) throw new KlaError('NOT_MET')
    if ((await store.add(accountId, { accountId: blockedId, alias })) === 'full') throw new KlaError('TOO_MANY_BLOCKS')
    // On a repeat too: the first call may have failed here.
    await separation.separate(accountId, blockedId)
    return {}
  },

  /** Open to banned players. */
  async unblockPlayer(request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const givenId = accountIdOf(request.accountId)
    const otherId = await store.remove(accountId, { accountId: givenId, alias: request.alias })
    separation.publish(accountId, otherId, await store.isBlockedBetween(accountId, [otherId]))
    return {}
  },

  /** Open to banned players. Newest first. */
  async listBlocks(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    return { blocks: await store.list(accountId) }
  },

  /** Open to banned players. */
  async listApart(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    return { accountIds: await store.apartFrom(accountId) }
  },
})
