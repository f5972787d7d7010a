import { KlaError, type Call } from '@kla/chassis'
import type { BlockPlayerRequest, BlockPlayerResponse } from '@kla/proto'
import { accountIdOf } from './account-id.js'
import type { Dependencies } from './dependencies.js'

/**
 * Only somebody met or named in public, or blocked already: a block list must not tell who is a member. A repeat shows out again: the first call may have failed between the two.
 */
export const blockPlayer =
  ({ blocks, findAcquaintance, showOut }: Dependencies) =>
  async (request: BlockPlayerRequest, call: Call): Promise<BlockPlayerResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    const blockedId = accountIdOf(request.accountId)
    if (blockedId === accountId) throw new KlaError('CANNOT_BLOCK_YOURSELF')
    const [already, { meeting, namedInPublic }] = await Promise.all([
      blocks.has(accountId, blockedId),
      findAcquaintance(accountId, blockedId),
    ])
    if (!already && !meeting && !namedInPublic) throw new KlaError('NOT_MET')
    if ((await blocks.add(accountId, blockedId)) === 'full') throw new KlaError('TOO_MANY_BLOCKS')
    await showOut(accountId, blockedId)
    return {}
  }
