import { KlaError, type Call } from '@kla/chassis'
import type { RoomResponse, WatchRoomRequest } from '@kla/proto'
import { isRoomId } from '../../domain/room-id.js'
import { connectionOf } from '../connection.js'
import { roomResponse } from '../response.js'
import { adultRoomGoer } from '../room-goer.js'
import type { WatchingDependencies } from './dependencies.js'

/** A judge's pass says all there is to know of who comes; without one it is the principal who watches. */
export const watchRoom =
  ({ watching, leases, now }: WatchingDependencies) =>
  async ({ roomId, pass, ...request }: WatchRoomRequest, call: Call): Promise<RoomResponse> => {
    const spectator = pass === '' ? await adultRoomGoer(call, now()) : undefined
    const connection = connectionOf(request.connection)
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    await leases.know(connection.gatewayId)
    const wanted = { roomId, connection, continues: request.continues }
    const answer = spectator ? watching.asSpectator(wanted, spectator) : watching.asJudge(wanted, pass)
    return roomResponse(await answer)
  }
