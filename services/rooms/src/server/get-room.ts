import { KlaError } from '@kla/chassis'
import type { GetRoomRequest, RoomResponse } from '@kla/proto'
import { isRoomId } from '../domain/room-id.js'
import { toRoomMessage } from '../wire/room.js'
import type { Dependencies } from './dependencies.js'

export const getRoom =
  ({ rooms }: Dependencies) =>
  async ({ roomId }: GetRoomRequest): Promise<RoomResponse> => {
    const room = isRoomId(roomId) ? (await rooms.load(roomId)).room : undefined
    if (!room) throw new KlaError('ROOM_NOT_FOUND')
    return { room: toRoomMessage(room) }
  }
