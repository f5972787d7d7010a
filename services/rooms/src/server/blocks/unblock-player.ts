import type { Call } from '@kla/chassis'
import type { UnblockPlayerRequest, UnblockPlayerResponse } from '@kla/proto'
import { accountIdOf } from './account-id.js'
import type { Dependencies } from './dependencies.js'

export const unblockPlayer =
  ({ blocks }: Dependencies) =>
  async (request: UnblockPlayerRequest, call: Call): Promise<UnblockPlayerResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    await blocks.remove(accountId, accountIdOf(request.accountId))
    return {}
  }
