import type { Reason } from '@kla/proto/web'
import type { BlockCheck } from '../../blocks/index.js'
import { incidentIn } from '../../shared/rules/incident.js'
import { refuse } from '../../shared/rules/input.js'
import {
  aliasOf,
  type Connection,
  isConnected,
  isFull,
  type Room,
  type Seat,
  type SeatChange,
  seatOf,
  type Watcher,
} from '../../shared/rules/room.js'
import { presentIn } from '../../shared/rules/together.js'
import type {
  BlockRequest,
  Command,
  JoinCommand,
  LeaveCommand,
  LoseConnectionCommand,
  LoseGatewayCommand,
  Moment,
  PasscodeVerdict,
  RenameCommand,
  ResumeCommand,
} from './command.js'
import { graceAmong } from './grace.js'
import { isNewer, withCreator } from './names.js'
import { newSeat, taken } from './open.js'
import { advance, type Changed, type Exit, isChange, type Outcome, settle, unchanged } from './outcome.js'
import { judgeWatchEndsMs } from './watchers.js'

const PASSCODE_REFUSALS: Readonly<Record<PasscodeVerdict, Reason | undefined>> = {
  // The room was full when loaded.
  unchecked: 'CONFLICT',
  missing: 'PASSCODE_REQUIRED',
  wrong: 'WRONG_PASSCODE',
  'too-many': 'TOO_MANY_PASSCODES',
  right: undefined,
}

/** Reason to refuse any passcode; ROOM_NOT_FOUND if blocked. */
export function whyClosed(room: Room, accountId: number, { blocked }: Pick<BlockCheck, 'blocked'>): Reason | undefined {
  const own = seatOf(room, accountId)
  if (blocked && (!own || own.reserved)) return 'ROOM_NOT_FOUND'
  if (own) return undefined
  if (room.reservedFor.length > 0 && !room.reservedFor.includes(accountId)) return 'NOT_INVITED'
  return isFull(room) ? 'ROOM_FULL' : undefined
}

/** Resumes a seated player without a passcode, though not in a room that shows more than the player agreed to. */
export function joinRoom(room: Room | undefined, command: JoinCommand, moment: Moment): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const closed = whyClosed(room, command.person.accountId, command.blocks)
  if (closed) return refuse(closed)
  const own = seatOf(room, command.person.accountId)
  const showsMore = command.veiledOnly && room.reveal === null
  if (own) {
    if (showsMore) return refuse('ROOM_NOT_VEILED')
    return resume(room, { ...own, claim: command.claim }, command.connection)
  }
  const reason = room.passcodeHash === '' ? undefined : PASSCODE_REFUSALS[command.passcode]
  if (reason) return refuse(reason)
  // Last: reveals nothing to outsiders.
  if (command.invited && hasHostLeft(room)) return refuse('HOST_LEFT')
  // Taken after the lookup of blocks.
  if (room.seats.some((seat) => !command.blocks.askedAbout.includes(seat.accountId))) return refuse('CONFLICT')
  // Last: reveals nothing to outsiders.
  if (showsMore) return refuse('ROOM_NOT_VEILED')
  const seat = newSeat(command, moment)
  return settle(room, [...room.seats, seat], [taken(seat)])
}

/** True if the creator has left. */
export const hasHostLeft = ({ origin, creatorId, seats }: Room): boolean =>
  origin === 'lobby' && seats.every(({ accountId }) => accountId !== creatorId)

export function resumeSeat(room: Room | undefined, command: ResumeCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const own = seatOf(room, command.accountId)
  return own ? resume(room, own, command.connection, command.continues) : refuse('NOT_SEATED')
}

function resume(room: Room, own: Seat, connection: Connection, continues?: string): Outcome {
  const same = own.connection.socketId === connection.socketId
  if (same && isConnected(own)) return unchanged(room)
  const { reserved, ...taken } = own
  const seat: Seat = { ...taken, connection, graceDeadlineMs: 0, peerId: peerAfter(own, connection, continues) }
  const seats = room.seats.map((other) => (other.accountId === own.accountId ? seat : other))
  // Only a handover keeps the consenting page.
  const consenting = seat.peerId === undefined ? withoutConsent(room, [seat]) : room
  const entered = reserved ? { ...consenting, entered: true } : consenting
  return settle(entered, seats, [{ kind: 'resumed', seat, replacedSocketId: same ? '' : own.connection.socketId }])
}

/** Keeps the peer in a handover, not after missed signals. */
function peerAfter(own: Seat, { socketId }: Connection, continues: string | undefined): string | undefined {
  if (own.connection.socketId === socketId) return own.peerId
  return isConnected(own) && own.connection.socketId === continues ? (own.peerId ?? continues) : undefined
}

export function leaveRoom(room: Room | undefined, command: LeaveCommand, moment: Moment): Outcome {
  const own = room && seatOf(room, command.accountId)
  if (!own || (command.onlyUnder !== undefined && own.claim !== command.onlyUnder)) return refuse('NOT_SEATED')
  if (command.onlyInGrace && isConnected(own)) return refuse('ALREADY_SEATED')
  const left = free(room, (seat) => seat === own, command.safety)
  return command.blocks ? { ...left, exit: exitFrom(room, command.accountId, command.blocks, moment) } : left
}

function exitFrom(
  room: Room,
  accountId: number,
  { wanted, alias = wanted, otherwise }: BlockRequest,
  { nowMs: atMs }: Moment,
): Exit {
  const present = presentIn(room).find(
    (one) => one.accountId !== accountId && (wanted === 0 ? one.seated : aliasOf(one) === alias),
  )
  if (!present) {
    const { accountId: blockedId = 0, alias: blockedAlias, incident = null } = otherwise ?? {}
    return { blockedId, ...(blockedAlias === undefined ? {} : { blockedAlias }), atMs, incident }
  }
  const { accountId: blockedId, alias: blockedAlias } = present
  return {
    blockedId,
    ...(blockedAlias === undefined ? {} : { blockedAlias }),
    atMs,
    incident: incidentIn(room, accountId, blockedId, atMs) ?? null,
  }
}

/** Accounts that let a match go after accepting it, though the opponent came. Bans and panic exits are no lapse. */
export function lapsesIn({ room, changes }: Changed, command: Command): number[] {
  const isEvicted = command.kind === 'leave' && command.onlyUnder !== undefined
  if (room.origin !== 'match' || !room.entered || isEvicted) return []
  return changes
    .filter(({ kind, seat, safety }) => kind === 'left' && seat.reserved && !safety)
    .map(({ seat }) => seat.accountId)
}

/** Renames a player, on leaving if met here. */
export function rename(room: Room | undefined, { person }: RenameCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const isToRename = (seat: Seat): boolean =>
    seat.accountId === person.accountId && isNewer(person, seat.renamed ?? seat)
  const seats = room.seats.map((seat) => (isToRename(seat) ? { ...seat, renamed: person } : seat))
  const isSeated = seats.some(({ accountId }) => accountId === person.accountId)
  const creator = isSeated ? room : withCreator(room, person)
  const same = creator === room && seats.every((seat, at) => seat === room.seats[at])
  return same ? unchanged(room) : advance({ ...creator, seats })
}

/** Ends overdue grace periods and judges' watching. */
export function expireGraces(room: Room | undefined, { nowMs }: Moment): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const watchers = room.watchers.filter((watcher) => !watcher.judge || judgeWatchEndsMs(watcher) > nowMs)
  const overdue = watchers.length < room.watchers.length
  const watched = overdue ? { ...room, watchers } : room
  const outcome = free(watched, (seat) => !isConnected(seat) && seat.graceDeadlineMs <= nowMs)
  return overdue && !isChange(room, outcome) ? advance(watched) : outcome
}

const free = (room: Room, isLeaving: (seat: Seat) => boolean, safety?: boolean): Changed =>
  settle(
    room,
    room.seats.filter((seat) => !isLeaving(seat)),
    room.seats
      .filter(isLeaving)
      .map((seat) => ({ kind: 'left', seat, replacedSocketId: '', ...(safety ? { safety } : {}) })),
  )

/** Keeps a seat that has moved to another connection. */
export const loseConnection = (room: Room | undefined, command: LoseConnectionCommand, moment: Moment): Outcome =>
  lose(room, command, moment, {
    seat: (seat) => seat.accountId === command.accountId && seat.connection.socketId === command.socketId,
    watcher: ({ connection }) => connection.socketId === command.socketId,
  })

export const loseGateway = (room: Room | undefined, command: LoseGatewayCommand, moment: Moment): Outcome =>
  lose(room, command, moment, {
    seat: ({ connection }) => connection.gatewayId === command.gatewayId,
    watcher: ({ connection }) => connection.gatewayId === command.gatewayId,
  })

interface Lost {
  readonly seat: (seat: Seat) => boolean
  readonly watcher: (watcher: Watcher) => boolean
}

function lose(
  room: Room | undefined,
  { among = 1 }: Pick<LoseGatewayCommand, 'among'>,
  { nowMs, graceMs }: Moment,
  lost: Lost,
): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const graceDeadlineMs = nowMs + graceAmong(graceMs, among)
  const changes: SeatChange[] = []
  const seats = room.seats.map((seat) => {
    if (!isConnected(seat) || !lost.seat(seat)) return seat
    const inGrace: Seat = { ...seat, graceDeadlineMs }
    changes.push({ kind: 'lost', seat: inGrace, replacedSocketId: '' })
    return inGrace
  })
  const watchers = room.watchers.filter((watcher) => !lost.watcher(watcher))
  const same = changes.length === 0 && watchers.length === room.watchers.length
  if (same) return unchanged(room)
  const present = withoutConsent(
    room,
    changes.map(({ seat }) => seat),
  )
  return advance({ ...present, seats, watchers }, changes)
}

const withoutConsent = (room: Room, seats: readonly Seat[]): Room => ({
  ...room,
  spectatorConsents: room.spectatorConsents.filter((consenting) =>
    seats.every(({ accountId }) => accountId !== consenting),
  ),
})
