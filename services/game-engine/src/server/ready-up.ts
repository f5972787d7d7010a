import { KlaError, type Call } from '@kla/chassis'
import type { ReadyUpRequest } from '@kla/proto'
import { contextOf, memoryOf, respond } from './caller.js'
import type { Dependencies } from './dependencies.js'

/** Each further look is due to somebody who left during the one before. */
const LOOKS = 5

export const readyUp =
  ({ runner, battles, rooms }: Dependencies) =>
  async (request: ReadyUpRequest, call: Call) => {
    const { roomId } = request
    const { accountId } = await call.principal()
    const memory = memoryOf(request, accountId)
    if (memory) {
      // Before anything is asked of rooms: a repeat gets the first answer, whatever the room has become.
      const { answer } = await battles.load(roomId, memory)
      if (answer) return respond(answer)
    }
    for (let look = 0; look < LOOKS; look++) {
      const room = await rooms.getRoom(roomId, 'toPlay', contextOf(call))
      const answer = await runner.run({ kind: 'ready-up', roomId, accountId, room }, memory)
      if (answer.refused !== 'CONFLICT') return respond(answer)
    }
    throw new KlaError('CONFLICT')
  }
