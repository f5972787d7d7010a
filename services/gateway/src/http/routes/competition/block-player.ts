import { BlockParams, Success } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../../access.js'
import { AccountLimit } from '../../account-limit.js'
import { existingAccount } from '../../existing-account.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { playerCall } from './player-call.js'

/** Blocks somebody. Doing it twice changes nothing. */
export const blockPlayer = (app: TypedApp, { auth, blocks, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.put(
    '/user/blocks/:id',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Block somebody', Success, { params: BlockParams }),
    },
    async (request) => {
      limit.count(playerOf(request).account.id)
      const { id: accountId } = await existingAccount(auth, Number(request.params.id), { requestId: request.id })
      await blocks.blockPlayer({ accountId }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
