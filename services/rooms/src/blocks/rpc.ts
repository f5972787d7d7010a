import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type {
  BlockPlayerRequest, BlockPlayerResponse, BlocksServiceService, ListBlocksRequest, ListBlocksResponse, UnblockPlayerRequest,
  UnblockPlayerResponse,
} from '@kla/proto'
import type { FindAcquaintance } from '../meetings/find-acquaintance.js'
import { accountIdOf } from '../shared/requests.js'
import type { ShowOut } from '../spectating/index.js'
import type { BlockStore } from './store.js'

/**
 * Only somebody met or named in public, or blocked already: a block list must not tell who is a member. A repeat shows out again: the first call may have failed between the two.
 */
const blockPlayer =
  ({ blocks, findAcquaintance, showOut }: BlocksDeps) =>
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

const unblockPlayer =
  ({ blocks }: BlocksDeps) =>
  async (request: UnblockPlayerRequest, call: Call): Promise<UnblockPlayerResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    await blocks.remove(accountId, accountIdOf(request.accountId))
    return {}
  }

const listBlocks =
  ({ blocks }: BlocksDeps) =>
  async (_request: ListBlocksRequest, call: Call): Promise<ListBlocksResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    return { blocks: await blocks.list(accountId) }
  }

/** What the RPCs of block lists work with. */
interface BlocksDeps {
  readonly blocks: BlockStore
  readonly findAcquaintance: FindAcquaintance
  readonly showOut: ShowOut
}

export const handlers = (dependencies: BlocksDeps): Handlers<BlocksServiceService> => ({
  blockPlayer: blockPlayer(dependencies),
  unblockPlayer: unblockPlayer(dependencies),
  listBlocks: listBlocks(dependencies),
})
