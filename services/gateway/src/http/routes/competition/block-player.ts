import { BlockParams, Success } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { playerCall } from './player-call.js'

/** Blocks somebody whom the player has met or whose name is public. Doing it twice changes nothing. */
export const blockPlayer = (app: TypedApp, { blocks, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.put(
    '/user/blocks/:id',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Block somebody', Success, { params: BlockParams }),
    },
    async (request) => {
      limit.count(playerOf(request).account.id)
      await blocks.blockPlayer({ accountId: Number(request.params.id) }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
