import type { Reason } from '@kla/proto/web'
import type { Room, Seat, SeatChange } from './room.js'

export interface Refused {
  readonly refused: Reason
}

export type ClosedReason = '' | 'empty'

/** The room after a command. Without changes it is the room as it was, and there is nothing to store. */
export interface Changed {
  readonly room: Room
  readonly changes: readonly SeatChange[]
  /** Not empty: the room is closed, its record ends with this version. */
  readonly closedReason: ClosedReason
}

export type Outcome = Refused | Changed

export const refuse = (reason: Reason): Refused => ({ refused: reason })

export const unchanged = (room: Room): Changed => ({ room, changes: [], closedReason: '' })

/** The next version of a room with these seats. A room without people is closed. */
export const settle = (room: Room, seats: readonly Seat[], changes: readonly SeatChange[]): Changed =>
  changes.length === 0
    ? unchanged(room)
    : { room: { ...room, seats, version: room.version + 1 }, changes, closedReason: seats.length === 0 ? 'empty' : '' }
