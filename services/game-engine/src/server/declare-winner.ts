import type { Call } from '@kla/chassis'
import type { DeclareWinnerRequest } from '@kla/proto'
import { runFor } from './caller.js'
import type { Dependencies } from './dependencies.js'

export const declareWinner =
  ({ runner }: Dependencies) =>
  (request: DeclareWinnerRequest, call: Call) =>
    runFor(runner, request, call, (accountId) => ({
      kind: 'declare-winner',
      roomId: request.roomId,
      accountId,
      winnerId: request.winnerId === 0 ? null : request.winnerId,
    }))
