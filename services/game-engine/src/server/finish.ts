import type { Call } from '@kla/chassis'
import type { FinishRequest } from '@kla/proto'
import { runFor } from './caller.js'
import type { Dependencies } from './dependencies.js'

export const finish =
  ({ runner }: Dependencies) =>
  (request: FinishRequest, call: Call) =>
    runFor(runner, request, call, (accountId) => ({ kind: 'finish', roomId: request.roomId, accountId }))
