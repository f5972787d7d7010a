import { isConnected, seatOf } from '../domain/room.js'
import type { Rooms } from '../room/rooms.js'
import type { SeatPointers } from '../store/seat-pointers.js'

/** Whether an account has a seat in use. One in its grace does not count: whoever searches has left it behind. */
export type SeatedElsewhere = (accountId: number) => Promise<boolean>

export const createSeatedElsewhere =
  ({ rooms, pointers }: { rooms: Pick<Rooms, 'load'>; pointers: Pick<SeatPointers, 'find'> }): SeatedElsewhere =>
  async (accountId) => {
    const pointer = await pointers.find(accountId)
    const room = pointer && (await rooms.load(pointer.roomId)).room
    const seat = room && seatOf(room, accountId)
    return seat !== undefined && isConnected(seat)
  }
