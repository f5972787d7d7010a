import { KlaError, type Call } from '@kla/chassis'
import type { LeaveRoomRequest, LeaveRoomResponse } from '@kla/proto'
import { isRoomId } from '../domain/room-id.js'
import { commandKey } from './command-key.js'
import type { Dependencies } from './dependencies.js'
import { roomOf } from './response.js'

export const leaveRoom =
  ({ rooms }: Dependencies) =>
  async ({ roomId, commandId }: LeaveRoomRequest, call: Call): Promise<LeaveRoomResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    if (!isRoomId(roomId)) throw new KlaError('NOT_SEATED')
    const command = commandKey('leave', accountId, commandId)
    const answer = await rooms.execute(roomId, { kind: 'leave', accountId }, { command })
    roomOf(answer === 'late' ? answer : await rooms.remember(roomId, command, answer))
    return {}
  }
