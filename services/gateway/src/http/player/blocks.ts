import type { ListBlocksResponse, ResolvedNumber } from '@kla/proto'
import { BlockParams, Blocks, Success } from '@kla/proto/schemas'
import { accountByAlias, resolveNumbers } from '../../shared/numbers.js'
import { shownIdOf } from '../../shared/shown-ids.js'
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
      const context = { requestId: request.id }
      const known = await resolveNumbers(auth, list.blocks.map(shownIdOf), context, true)
      const current = [...known.values()].filter((one) => one.current).map(({ accountId }) => accountId)
      return blocksView(list, known, await publicAccounts(auth, current, context))
    },
  )

  app.put(
    '/user/blocks/:id',
    {
      config: { access: 'banned-player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Block a player', Success, { params: BlockParams }),
    },
    async (request) => {
      const alias = Number(request.params.id)
      const accountId = await accountByAlias(auth, alias, { requestId: request.id })
      await blocks.blockPlayer({ accountId, alias }, onBehalfOf(request))
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
      const alias = Number(request.params.id)
      const accountId = await accountByAlias(auth, alias, { requestId: request.id })
      await blocks.unblockPlayer({ accountId, alias }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}

/** Shows blocked players without later names or pictures. */
const blocksView = (
  { blocks }: ListBlocksResponse,
  known: ReadonlyMap<number, ResolvedNumber>,
  accounts: PublicAccounts,
): Blocks => ({
  blocks: blocks.map((block) => {
    const id = shownIdOf(block)
    const resolved = known.get(id)
    return {
      id,
      username: resolved?.shownName ?? '',
      avatar: resolved?.current ? avatarPath(accounts.get(block.accountId)) : null,
      discord_id: '',
      blocked_at: isoOf(block.blockedAtMs),
    }
  }),
})
