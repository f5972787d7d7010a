import { KlaError } from '@kla/chassis'
import type { SeatPointers } from './account-store.js'
import type { Rooms } from './rooms.js'
import { isConflict } from './rules/outcome.js'

/** Takes a player out of the room shared with another account, like a panic exit. Idempotent. */
export type Part = (accountId: number, otherId: number) => Promise<void>

export const createPart =
  ({
    rooms,
    pointers,
  }: {
    readonly rooms: Pick<Rooms, 'execute'>
    readonly pointers: Pick<SeatPointers, 'find'>
  }): Part =>
  async (accountId, otherId) => {
    const pointer = await pointers.find(accountId)
    if (!pointer) return
    const left = await rooms.execute(pointer.roomId, { kind: 'leave', accountId, onlyWith: otherId, safety: true })
    if (isConflict(left)) throw new KlaError('CONFLICT')
  }
