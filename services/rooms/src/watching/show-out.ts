import { KlaError } from '@kla/chassis'
import type { Rooms } from '../room/rooms.js'
import type { SeatPointers } from '../store/seat-pointers.js'

export interface ShowingOutParts {
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'execute'>
}

/** Ends the watching of a spectator in the room in which a player sits, if there is such a room. May be done again. */
export type ShowOut = (playerId: number, spectatorId: number) => Promise<void>

export const createShowingOut =
  ({ pointers, rooms }: ShowingOutParts): ShowOut =>
  async (playerId, spectatorId) => {
    // Whoever is only about to sit down has not consented yet: there are no spectators.
    const pointer = await pointers.find(playerId)
    if (!pointer) return
    const left = await rooms.execute(pointer.roomId, { kind: 'stop-watching', accountId: spectatorId })
    if (left === 'late' || ('refused' in left && left.refused === 'CONFLICT')) throw new KlaError('CONFLICT')
  }
