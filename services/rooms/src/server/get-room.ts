import { KlaError, playerIfAny, type Call } from '@kla/chassis'
import type { GetRoomRequest, RoomResponse } from '@kla/proto'
import { seatOf } from '../domain/room.js'
import { isRoomId } from '../domain/room-id.js'
import { toRoomMessage } from '../wire/room.js'
import type { Dependencies } from './dependencies.js'

export const getRoom =
  ({ rooms }: Dependencies) =>
  async ({ roomId, onlyLooks }: GetRoomRequest, call: Call): Promise<RoomResponse> => {
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    const { room: seen } = await rooms.load(roomId)
    if (!seen) throw new KlaError('ROOM_NOT_FOUND')
    if (onlyLooks) return { room: toRoomMessage(seen) }
    // A battle takes a seat: a player without one who asks for it leaves no mark.
    const player = await playerIfAny(call)
    const isStranger = player !== undefined && !seatOf(seen, player.accountId)
    const room = isStranger ? seen : await rooms.loadToPlay(roomId)
    if (!room) throw new KlaError('ROOM_NOT_FOUND')
    return { room: toRoomMessage(room) }
  }
