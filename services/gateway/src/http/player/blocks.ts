import type { ListBlocksResponse } from '@kla/proto'
import { BlockParams, Blocks, Success } from '@kla/proto/schemas'
import { avatarPath, type PublicAccounts, publicAccounts } from '../accounts.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

export const playerBlocks: Resource = async (app, { auth, blocks, accountCallsPerMinute, now }) => {
  app.get(
    '/user/blocks',
    { config: { access: 'banned-player' }, schema: playerCall('Blocked players', Blocks) },
    async (request) => {
      const list = await blocks.listBlocks({}, onBehalfOf(request))
      const ids = list.blocks.map(({ accountId }) => accountId)
      return blocksView(list, await publicAccounts(auth, ids, { requestId: request.id }))
    },
  )

  // Idempotent, as is unblocking.
  app.put(
    '/user/blocks/:id',
    {
      config: { access: 'banned-player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Block a player', Success, { params: BlockParams }),
    },
    async (request) => {
      await blocks.blockPlayer({ accountId: Number(request.params.id) }, onBehalfOf(request))
      return { success: true as const }
    },
  )

  app.delete(
    '/user/blocks/:id',
    {
      config: { access: 'banned-player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Unblock a player', Success, { params: BlockParams }),
    },
    async (request) => {
      await blocks.unblockPlayer({ accountId: Number(request.params.id) }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}

const blocksView = ({ blocks }: ListBlocksResponse, accounts: PublicAccounts): Blocks => ({
  blocks: blocks.map(({ accountId, blockedAtMs }) => {
    const account = accounts.get(accountId)
    return {
      id: accountId,
      username: account?.username ?? '',
      avatar: avatarPath(account),
      discord_id: '',
      blocked_at: isoOf(blockedAtMs),
    }
  }),
})
