import type { Call } from '@kla/chassis'
import type { ChooseGifRequest } from '@kla/proto'
import { runFor } from './caller.js'
import type { Dependencies } from './dependencies.js'

export const chooseGif =
  ({ runner }: Dependencies) =>
  (request: ChooseGifRequest, call: Call) =>
    runFor(runner, request, call, (accountId) => ({
      kind: 'choose-gif',
      roomId: request.roomId,
      accountId,
      index: request.index,
    }))
