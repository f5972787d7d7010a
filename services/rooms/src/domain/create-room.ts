import type { CreateCommand, Moment } from './command.js'
import { refuse, settle, type Outcome } from './outcome.js'
import type { Room } from './room.js'
import { takeSeat } from './take-seat.js'

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
