import type { Changed } from './outcome.js'
import { isConnected, isFull, type Room, type Seat } from './room.js'
import { judgesUntil } from './watch-room.js'

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
