import type { Call } from '@kla/chassis'
import type { ListBlocksRequest, ListBlocksResponse } from '@kla/proto'
import type { Dependencies } from './dependencies.js'

export const listBlocks =
  ({ blocks }: Dependencies) =>
  async (_request: ListBlocksRequest, call: Call): Promise<ListBlocksResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    return { blocks: await blocks.list(accountId) }
  }
