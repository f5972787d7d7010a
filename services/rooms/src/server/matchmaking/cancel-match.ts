import type { Call } from '@kla/chassis'
import type { CancelMatchRequest, CancelMatchResponse } from '@kla/proto'
import type { Dependencies } from './dependencies.js'

export const cancelMatch =
  ({ searches }: Pick<Dependencies, 'searches'>) =>
  async (_request: CancelMatchRequest, call: Call): Promise<CancelMatchResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    await searches.end(accountId, 'cancelled')
    return {}
  }
