import { isConnected, isFull, type Room, type Seat } from '../../shared/rules/room.js'
import type { Command, Moment } from './command.js'
import { createRoom, openRoom } from './open.js'
import type { Changed, Outcome } from './outcome.js'
import { expireGraces, joinRoom, leaveRoom, loseConnection, loseGateway, resumeSeat } from './seats.js'
import { allowSpectators, judgesUntil, stopWatching, watchRoom } from './watchers.js'

/** What a command does to a room, or to none. */
export function reduce(room: Room | undefined, command: Command, moment: Moment): Outcome {
  switch (command.kind) {
    case 'create':
      return createRoom(room, command, moment)
    case 'open':
      return openRoom(room, command, moment)
    case 'join':
      return joinRoom(room, command, moment)
    case 'resume':
      return resumeSeat(room, command)
    case 'leave':
      return leaveRoom(room, command)
    case 'lose-connection':
      return loseConnection(room, command, moment)
    case 'lose-gateway':
      return loseGateway(room, command, moment)
    case 'expire-graces':
      return expireGraces(room, moment)
    case 'watch':
      return watchRoom(room, command, moment)
    case 'stop-watching':
      return stopWatching(room, command)
    case 'allow-spectators':
      return allowSpectators(room, command)
  }
}

/** What has to be kept in step with a room that changed. */
export interface Effects {
  /** When the next grace, or a judge's time, runs out, Unix milliseconds. */
  readonly deadlineMs: number | undefined
  /** Its place in the public list, higher first; undefined: it is not listed. */
  readonly listRank: number | undefined
  /** Whether its line in the public list is another one now. */
  readonly listChanged: boolean
  /** Seats that are free now. */
  readonly freed: readonly Seat[]
  /** Gateways that hold a connection of the room, and those that did and do not any more. */
  readonly gateways: readonly string[]
  readonly gatewaysLeft: readonly string[]
  readonly roomsDelta: number
  readonly seatsDelta: number
}

// Above any Unix time in milliseconds: every room with a free seat comes before every full one.
const FREE_SEAT_RANK = 100_000_000_000_000

export function effectsOf(before: Room | undefined, { room, changes, closedReason }: Changed): Effects {
  const closed = closedReason !== ''
  const gateways = gatewaysOf(room)
  const graces = room.seats.filter((seat) => !isConnected(seat)).map((seat) => seat.graceDeadlineMs)
  const deadlines = [...graces, ...room.watchers.filter(({ judge }) => judge).map(judgesUntil)]
  const seatsDelta = room.seats.length - (before?.seats.length ?? 0)
  return {
    deadlineMs: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    listRank: closed || !room.publicRoom ? undefined : room.createdAtMs + (isFull(room) ? 0 : FREE_SEAT_RANK),
    listChanged: room.publicRoom && changes.some(({ kind }) => kind === 'taken' || kind === 'left'),
    freed: changes.filter(({ kind }) => kind === 'left').map(({ seat }) => seat),
    gateways,
    gatewaysLeft: before ? gatewaysOf(before).filter((gateway) => !gateways.includes(gateway)) : [],
    roomsDelta: (closed ? 0 : 1) - (before ? 1 : 0),
    seatsDelta,
  }
}

const gatewaysOf = ({ seats, watchers }: Room): string[] => [
  ...new Set([...seats.filter(isConnected), ...watchers].map(({ connection }) => connection.gatewayId)),
]
