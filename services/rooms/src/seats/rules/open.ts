import { refuse } from '../../shared/rules/input.js'
import type { Connection, Person, Room, SeatChange, Seat } from '../../shared/rules/room.js'
import type { CreateCommand, Moment, OpenCommand } from './command.js'
import { type Outcome, settle } from './outcome.js'

/** Somebody new sits down. */
export const takeSeat = (
  by: { readonly person: Person; readonly connection: Connection; readonly claim: string },
  { nowMs }: Moment,
): SeatChange => ({
  kind: 'taken',
  seat: { ...by.person, connection: by.connection, graceDeadlineMs: 0, takenAtMs: nowMs, claim: by.claim },
  replacedSocketId: '',
})

/** A new room with its creator on the first seat. */
export function createRoom(room: Room | undefined, command: CreateCommand, moment: Moment): Outcome {
  if (room) return refuse('CONFLICT')
  const empty: Room = {
    id: command.roomId,
    name: command.name,
    creator: command.person.username,
    mode: command.mode,
    capacity: command.capacity,
    category: command.category,
    publicRoom: command.publicRoom,
    passcodeHash: command.passcodeHash,
    seats: [],
    origin: 'lobby',
    reservedFor: [],
    tie: null,
    watchers: [],
    spectatorConsents: [],
    version: 0,
    createdAtMs: moment.nowMs,
  }
  const taken = takeSeat(command, moment)
  return settle(empty, [taken.seat], [taken])
}

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
