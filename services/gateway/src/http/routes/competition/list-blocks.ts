import { Blocks } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { publicAccounts } from '../../public-accounts.js'
import { blocksView } from '../../views/blocks.js'
import { playerCall } from './player-call.js'

/** Whom the player has blocked, newest first. */
export const listBlocks = (app: TypedApp, { auth, blocks }: HttpParts): void => {
  app.get(
    '/user/blocks',
    { config: { access: 'banned-player' }, schema: playerCall('Whom one has blocked', Blocks) },
    async (request) => {
      const list = await blocks.listBlocks({}, onBehalfOf(request))
      const ids = list.blocks.map(({ accountId }) => accountId)
      return blocksView(list, await publicAccounts(auth, ids, { requestId: request.id }))
    },
  )
}
