import { BlockParams, Success } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { playerCall } from './player-call.js'

/** Takes a block back. Where there is none nothing happens. */
export const unblockPlayer = (app: TypedApp, { blocks, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.delete(
    '/user/blocks/:id',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Unblock somebody', Success, { params: BlockParams }),
    },
    async (request) => {
      limit.count(playerOf(request).account.id)
      await blocks.unblockPlayer({ accountId: Number(request.params.id) }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
