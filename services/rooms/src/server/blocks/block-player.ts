import { KlaError, type Call } from '@kla/chassis'
import type { BlockPlayerRequest, BlockPlayerResponse } from '@kla/proto'
import { accountIdOf } from './account-id.js'
import type { Dependencies } from './dependencies.js'

/** A repeat shows out again: the first call may have failed between the two. */
export const blockPlayer =
  ({ blocks, showOut }: Dependencies) =>
  async (request: BlockPlayerRequest, call: Call): Promise<BlockPlayerResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    const blockedId = accountIdOf(request.accountId)
    if (blockedId === accountId) throw new KlaError('CANNOT_BLOCK_YOURSELF')
    if ((await blocks.add(accountId, blockedId)) === 'full') throw new KlaError('TOO_MANY_BLOCKS')
    await showOut(accountId, blockedId)
    return {}
  }
