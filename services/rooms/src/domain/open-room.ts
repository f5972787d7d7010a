import type { Moment, OpenCommand } from './command.js'
import { refuse, settle, type Outcome } from './outcome.js'
import type { Room, Seat } from './room.js'

/** A room of people who were brought together: whoever does not come within the grace has left. */
export function openRoom(room: Room | undefined, command: OpenCommand, { nowMs, graceMs }: Moment): Outcome {
  if (room) return refuse('CONFLICT')
  const seats = command.people.map(({ person, connection, claim }): Seat => ({
    ...person,
    connection,
    graceDeadlineMs: nowMs + graceMs,
    takenAtMs: nowMs,
    claim,
  }))
  const empty: Room = {
    id: command.roomId,
    name: command.name,
    creator: command.people[0]?.person.username ?? '',
    mode: command.mode,
    capacity: command.people.length,
    category: command.category,
    publicRoom: false,
    passcodeHash: '',
    seats: [],
    origin: command.origin,
    reservedFor: command.people.map(({ person }) => person.accountId),
    tie: command.tie,
    watchers: [],
    spectatorConsents: [],
    version: 0,
    createdAtMs: nowMs,
  }
  return settle(
    empty,
    seats,
    seats.map((seat) => ({ kind: 'taken', seat, replacedSocketId: '' })),
  )
}
