import type { Moment } from './command.js'
import type { Connection, Person, SeatChange } from './room.js'

/** Somebody new sits down. */
export const takeSeat = (
  by: { readonly person: Person; readonly connection: Connection; readonly claim: string },
  { nowMs }: Moment,
): SeatChange => ({
  kind: 'taken',
  seat: { ...by.person, connection: by.connection, graceDeadlineMs: 0, takenAtMs: nowMs, claim: by.claim },
  replacedSocketId: '',
})
