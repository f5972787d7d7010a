import type { Reason } from '@kla/proto/web'
import { refuse } from '../../shared/rules/input.js'
import {
  type Connection, isConnected, isFull, type Room, type SeatChange, seatOf, type Seat, type Watcher,
} from '../../shared/rules/room.js'
import type {
  JoinCommand, LeaveCommand, LoseConnectionCommand, LoseGatewayCommand, Moment, PasscodeVerdict, ResumeCommand,
} from './command.js'
import { takeSeat } from './open.js'
import { advance, type Changed, isChange, type Outcome, settle, unchanged } from './outcome.js'
import { judgesUntil } from './watchers.js'

/** The same person on another connection: the seat stays, its grace ends. */
export function resumeSeat(room: Room | undefined, command: ResumeCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const own = seatOf(room, command.accountId)
  return own ? resume(room, own, command.connection, command.continues) : refuse('NOT_SEATED')
}

/** Puts `own` on `connection`; nothing changes if it is there already. `continues`: the one that hands over to it. */
function resume(room: Room, own: Seat, connection: Connection, continues?: string): Outcome {
  const same = own.connection.socketId === connection.socketId
  if (same && isConnected(own)) return unchanged(room)
  const seat: Seat = { ...own, connection, graceDeadlineMs: 0, peerId: peerAfter(own, connection, continues) }
  const seats = room.seats.map((other) => (other.accountId === own.accountId ? seat : other))
  return settle(room, seats, [{ kind: 'resumed', seat, replacedSocketId: same ? '' : own.connection.socketId }])
}

/** A page that hands over goes on as the same peer. One that lost its connection may have missed signals: it begins anew. */
function peerAfter(own: Seat, { socketId }: Connection, continues: string | undefined): string | undefined {
  if (own.connection.socketId === socketId) return own.peerId
  return isConnected(own) && own.connection.socketId === continues ? (own.peerId ?? continues) : undefined
}

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

/** Gives the seat up. */
export function leaveRoom(room: Room | undefined, command: LeaveCommand): Outcome {
  const own = room && seatOf(room, command.accountId)
  if (!own || (command.onlyUnder !== undefined && own.claim !== command.onlyUnder)) return refuse('NOT_SEATED')
  if (command.onlyInGrace && isConnected(own)) return refuse('ALREADY_SEATED')
  return free(room, (seat) => seat === own)
}

/** Frees all seats of which `leaving` is true. */
const free = (room: Room, leaving: (seat: Seat) => boolean): Changed =>
  settle(
    room,
    room.seats.filter((seat) => !leaving(seat)),
    room.seats.filter(leaving).map((seat) => ({ kind: 'left', seat, replacedSocketId: '' })),
  )

/** A connection is gone; a seat that has moved on to another one is not touched. Who watched by it does no more. */
export const loseConnection = (room: Room | undefined, command: LoseConnectionCommand, moment: Moment): Outcome =>
  lose(room, moment, {
    seat: (seat) => seat.accountId === command.accountId && seat.connection.socketId === command.socketId,
    watcher: ({ connection }) => connection.socketId === command.socketId,
  })

/** A gateway is gone, and with it every connection it held. */
export const loseGateway = (room: Room | undefined, command: LoseGatewayCommand, moment: Moment): Outcome =>
  lose(room, moment, {
    seat: ({ connection }) => connection.gatewayId === command.gatewayId,
    watcher: ({ connection }) => connection.gatewayId === command.gatewayId,
  })

interface Lost {
  readonly seat: (seat: Seat) => boolean
  readonly watcher: (watcher: Watcher) => boolean
}

/** Seats keep their people for the grace; watchers are out at once. */
function lose(room: Room | undefined, { nowMs, graceMs }: Moment, lost: Lost): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const changes: SeatChange[] = []
  const seats = room.seats.map((seat) => {
    if (!isConnected(seat) || !lost.seat(seat)) return seat
    const inGrace: Seat = { ...seat, graceDeadlineMs: nowMs + graceMs }
    changes.push({ kind: 'lost', seat: inGrace, replacedSocketId: '' })
    return inGrace
  })
  const watchers = room.watchers.filter((watcher) => !lost.watcher(watcher))
  const same = changes.length === 0 && watchers.length === room.watchers.length
  return same ? unchanged(room) : advance({ ...room, seats, watchers }, changes)
}

/** Whose grace has run out has left, and a judge whose time is over watches no more. */
export function expireGraces(room: Room | undefined, { nowMs }: Moment): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const watchers = room.watchers.filter((watcher) => !watcher.judge || judgesUntil(watcher) > nowMs)
  const overdue = watchers.length < room.watchers.length
  const watched = overdue ? { ...room, watchers } : room
  const outcome = free(watched, (seat) => !isConnected(seat) && seat.graceDeadlineMs <= nowMs)
  return overdue && !isChange(room, outcome) ? advance(watched) : outcome
}
