import type { Reason } from '@kla/proto/web'
import type { JoinCommand, Moment, PasscodeVerdict } from './command.js'
import { refuse, settle, type Outcome } from './outcome.js'
import { resume } from './resume-seat.js'
import { isFull, seatOf, type Room } from './room.js'
import { takeSeat } from './take-seat.js'

const REFUSED_BY: Readonly<Record<PasscodeVerdict, Reason | undefined>> = {
  // Nobody looked because the room was full a moment ago.
  unjudged: 'CONFLICT',
  missing: 'PASSCODE_REQUIRED',
  wrong: 'WRONG_PASSCODE',
  'too-many': 'TOO_MANY_PASSCODES',
  right: undefined,
}

/** Whoever sits here already takes the seat over, and is asked for no passcode; anybody else needs a free seat. */
export function joinRoom(room: Room | undefined, command: JoinCommand, moment: Moment): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const own = seatOf(room, command.person.accountId)
  if (own) return resume(room, { ...own, claim: command.claim }, command.connection)
  if (room.reservedFor.length > 0 && !room.reservedFor.includes(command.person.accountId)) return refuse('NOT_INVITED')
  if (isFull(room)) return refuse('ROOM_FULL')
  // First of all: who has blocked whom is for those alone who know the passcode.
  const reason = room.passcodeHash === '' ? undefined : REFUSED_BY[command.passcode]
  if (reason) return refuse(reason)
  // Somebody sat down after the block lists were asked.
  if (room.seats.some((seat) => !command.blocks.askedOf.includes(seat.accountId))) return refuse('CONFLICT')
  if (command.blocks.blocked) return refuse('ROOM_BLOCKED')
  const taken = takeSeat(command, moment)
  return settle(room, [...room.seats, taken.seat], [taken])
}
