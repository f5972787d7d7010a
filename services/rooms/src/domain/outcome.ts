import type { Reason } from '@kla/proto/web'
import type { Room, Seat, SeatChange } from './room.js'
import { withinConsent } from './within-consent.js'

export interface Refused {
  readonly refused: Reason
}

export type ClosedReason = '' | 'empty'

/** The room after a command: as it was, with the version it had, or the next version, which is to be stored. */
export interface Changed {
  readonly room: Room
  /** What changed on the seats. Watchers and consents may change without them. */
  readonly changes: readonly SeatChange[]
  /** Not empty: the room is closed, its record ends with this version. */
  readonly closedReason: ClosedReason
}

export type Outcome = Refused | Changed

export const refuse = (reason: Reason): Refused => ({ refused: reason })

export const unchanged = (room: Room): Changed => ({ room, changes: [], closedReason: '' })

/** The next version of a room with these seats. */
export const settle = (room: Room, seats: readonly Seat[], changes: readonly SeatChange[]): Changed =>
  changes.length === 0 ? unchanged(room) : advance({ ...room, seats }, changes)

/** The next version of a room in which something has changed. A room without people is closed. */
export const advance = (room: Room, changes: readonly SeatChange[] = []): Changed => ({
  room: { ...withinConsent(room), version: room.version + 1 },
  changes,
  closedReason: room.seats.length === 0 ? 'empty' : '',
})

/** Whether there is a next version to store. */
export const isChange = (before: Room | undefined, { room }: Changed): boolean => room.version !== before?.version
