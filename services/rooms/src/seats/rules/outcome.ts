import type { Refused } from '../../shared/rules/input.js'
import type { Room, Seat, SeatChange } from '../../shared/rules/room.js'

/** A refusal, or the room after the command. */
export type Outcome = Refused | Changed

/** The room with its former version if nothing changed, else with the next version, which is to be stored. */
export interface Changed {
  readonly room: Room
  /** Of the seats alone: watchers and consents may change without an entry here. */
  readonly changes: readonly SeatChange[]
  /** Not empty: the room is closed with this version. */
  readonly closedReason: '' | 'empty'
}

/** The answer to a command as callers get it. `unplayed` is known only to the call that made the change; it is not remembered. */
export type Answer = { readonly room: Room; readonly unplayed?: boolean } | Refused

/** Whether to try again: another change came first, or the claim ran out. */
export const isConflict = (answer: Answer | 'late'): boolean =>
  answer === 'late' || ('refused' in answer && answer.refused === 'CONFLICT')

export const unchanged = (room: Room): Changed => ({ room, changes: [], closedReason: '' })

/** The next version with these seats; unchanged without changes. */
export const settle = (room: Room, seats: readonly Seat[], changes: readonly SeatChange[]): Changed =>
  changes.length === 0 ? unchanged(room) : advance({ ...room, seats }, changes)

/** The next version of a room that has changed. A room without seats taken closes. */
export const advance = (room: Room, changes: readonly SeatChange[] = []): Changed => ({
  room: { ...withPermittedWatchers(room), version: room.version + 1 },
  changes,
  closedReason: room.seats.length === 0 ? 'empty' : '',
})

export const isChange = (before: Room | undefined, { room }: Changed): boolean => room.version !== before?.version

/** Spectators may watch the room of a cup tie while both players are there and consent. */
export const welcomesSpectators = ({ tie, seats, capacity, spectatorConsents }: Room): boolean =>
  tie !== null && seats.length === capacity && seats.every(({ accountId }) => spectatorConsents.includes(accountId))

/** Consents end with their seats, spectating with the consents, and all watching with the last seat. */
function withPermittedWatchers(room: Room): Room {
  const spectatorConsents = room.spectatorConsents.filter((consenting) =>
    room.seats.some(({ accountId }) => accountId === consenting),
  )
  const next: Room = { ...room, spectatorConsents }
  if (room.seats.length === 0) return { ...next, watchers: [] }
  return welcomesSpectators(next) ? next : { ...next, watchers: room.watchers.filter(({ judge }) => judge) }
}
