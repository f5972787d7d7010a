import type { Call } from '@kla/chassis'
import type { GetOwnRoomRequest, RoomResponse } from '@kla/proto'
import { toRoomMessage } from '../wire/room.js'
import type { Dependencies } from './dependencies.js'

/** A pointer may be stale: only the room knows whether the seat is still there. */
export const getOwnRoom =
  ({ rooms, pointers }: Pick<Dependencies, 'rooms' | 'pointers'>) =>
  async (_request: GetOwnRoomRequest, call: Call): Promise<RoomResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    const pointer = await pointers.find(accountId)
    const room = pointer && (await rooms.load(pointer.roomId)).room
    const seated = room?.seats.some((seat) => seat.accountId === accountId)
    return { room: room && seated ? toRoomMessage(room) : undefined }
  }
