import type { Refused } from '../../shared/rules/input.js'
import type { Room, SeatChange, Seat } from '../../shared/rules/room.js'

/** Whether spectators may watch: the room is that of a cup tie, both players are there, and both consent. */
export const welcomesSpectators = ({ tie, seats, capacity, spectatorConsents }: Room): boolean =>
  tie !== null && seats.length === capacity && seats.every(({ accountId }) => spectatorConsents.includes(accountId))

/** A room in which only those watch who may: consents end with their seats, and nobody watches an empty room. */
function withinConsent(room: Room): Room {
  const spectatorConsents = room.spectatorConsents.filter((consenting) =>
    room.seats.some(({ accountId }) => accountId === consenting),
  )
  const kept: Room = { ...room, spectatorConsents }
  if (room.seats.length === 0) return { ...kept, watchers: [] }
  return welcomesSpectators(kept) ? kept : { ...kept, watchers: room.watchers.filter(({ judge }) => judge) }
}

type ClosedReason = '' | 'empty'

/** The room after a command: as it was, with the version it had, or the next version, which is to be stored. */
export interface Changed {
  readonly room: Room
  /** What changed on the seats. Watchers and consents may change without them. */
  readonly changes: readonly SeatChange[]
  /** Not empty: the room is closed, its record ends with this version. */
  readonly closedReason: ClosedReason
}

export type Outcome = Refused | Changed

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

/**
 * What a command came to: the room after it, or a refusal. Kept under the command's id, but for `unplayed`: that nobody
 * could have begun a battle there is known to who made the change, when it was made.
 */
export type Answer = { readonly room: Room; readonly unplayed?: boolean } | Refused
