import { KlaError } from '@kla/chassis'
import type { GetRoomRequest, RoomResponse } from '@kla/proto'
import { isRoomId } from '../domain/room-id.js'
import { toRoomMessage } from '../wire/room.js'
import type { Dependencies } from './dependencies.js'

export const getRoom =
  ({ rooms }: Dependencies) =>
  async ({ roomId, onlyLooks }: GetRoomRequest): Promise<RoomResponse> => {
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    const room = onlyLooks ? (await rooms.load(roomId)).room : await rooms.loadToPlay(roomId)
    if (!room) throw new KlaError('ROOM_NOT_FOUND')
    return { room: toRoomMessage(room) }
  }
