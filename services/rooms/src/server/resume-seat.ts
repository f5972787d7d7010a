import { KlaError, type Call } from '@kla/chassis'
import type { ResumeSeatRequest, RoomResponse } from '@kla/proto'
import { isRoomId } from '../domain/room-id.js'
import { connectionOf } from './connection.js'
import type { Dependencies } from './dependencies.js'
import { roomResponse } from './response.js'
import { roomGoer } from './room-goer.js'

export const resumeSeat =
  ({ rooms, leases, now }: Dependencies) =>
  async ({ roomId, ...request }: ResumeSeatRequest, call: Call): Promise<RoomResponse> => {
    const { accountId } = await roomGoer(call, now())
    const connection = connectionOf(request.connection)
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    await leases.know(connection.gatewayId)
    const { continues } = request
    return roomResponse(await rooms.execute(roomId, { kind: 'resume', accountId, connection, continues }))
  }
