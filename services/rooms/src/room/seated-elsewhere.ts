import { isConnected, seatOf } from '../domain/room.js'
import type { SeatPointers } from '../store/seat-pointers.js'
import type { Rooms } from './rooms.js'

/**
 * Whether an account has a seat in use, in another room than `here` if that is given. One in its grace does not count:
 * whoever goes elsewhere has left it behind.
 */
export type SeatedElsewhere = (accountId: number, here?: string) => Promise<boolean>

export const createSeatedElsewhere =
  ({ rooms, pointers }: { rooms: Pick<Rooms, 'load'>; pointers: Pick<SeatPointers, 'find'> }): SeatedElsewhere =>
  async (accountId, here) => {
    const pointer = await pointers.find(accountId)
    if (!pointer || pointer.roomId === here) return false
    const { room } = await rooms.load(pointer.roomId)
    const seat = room && seatOf(room, accountId)
    return seat !== undefined && isConnected(seat)
  }
