import type { Room } from './room.js'

/** Whether spectators may watch: the room is that of a cup tie, both players are there, and both consent. */
export const welcomesSpectators = ({ tie, seats, capacity, spectatorConsents }: Room): boolean =>
  tie !== null && seats.length === capacity && seats.every(({ accountId }) => spectatorConsents.includes(accountId))

/** A room in which only those watch who may: consents end with their seats, and nobody watches an empty room. */
export function withinConsent(room: Room): Room {
  const spectatorConsents = room.spectatorConsents.filter((consenting) =>
    room.seats.some(({ accountId }) => accountId === consenting),
  )
  const kept: Room = { ...room, spectatorConsents }
  if (room.seats.length === 0) return { ...kept, watchers: [] }
  return welcomesSpectators(kept) ? kept : { ...kept, watchers: room.watchers.filter(({ judge }) => judge) }
}
