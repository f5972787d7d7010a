import { isConnected, isFull, type Room, type Seat } from '../../shared/rules/room.js'
import type { Command, Moment } from './command.js'
import { createRoom, openRoom } from './open.js'
import { type Changed, isChange, type Outcome } from './outcome.js'
import { setReveal, withReveal } from './reveal.js'
import { expireGraces, joinRoom, leaveRoom, loseConnection, loseGateway, rename, resumeSeat } from './seats.js'
import { allowSpectators, judgeWatchEndsMs, stopWatching, watchRoom } from './watchers.js'

/** Versions after the first carry the time: a failover may lose a commit, and its number must not come again. */
export function reduce(before: Room | undefined, command: Command, moment: Moment): Outcome {
  const outcome = withReveal(before, apply(before, command, moment), command, moment)
  if (!before || 'refused' in outcome || !isChange(before, outcome)) return outcome
  const { room } = outcome
  return { ...outcome, room: { ...room, version: Math.max(room.version, moment.nowMs) } }
}

function apply(room: Room | undefined, command: Command, moment: Moment): Outcome {
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
      return leaveRoom(room, command, moment)
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
    case 'set-reveal':
      return setReveal(room, command)
    case 'rename':
      return rename(room, command)
  }
}

/** What indexes say of a room; nothing of a closed one. */
export interface Places {
  readonly deadlineMs: number | undefined
  readonly listRank: number | undefined
  readonly gateways: readonly string[]
  readonly isPlaying: boolean
}

/** Derived data that the commit updates. */
export interface Effects extends Places {
  readonly was: Places
  readonly listChanged: boolean
  readonly freed: readonly Seat[]
  readonly gatewaysLeft: readonly string[]
  readonly roomsDelta: number
  readonly seatsDelta: number
}

// Above any Unix time: free seats come first.
const FREE_SEAT_RANK = 100_000_000_000_000

export function effectsOf(before: Room | undefined, { room, changes, closedReason }: Changed): Effects {
  const closed = closedReason !== ''
  const was = placesOf(before)
  const places = placesOf(closed ? undefined : room)
  return {
    ...places,
    was,
    listChanged:
      room.publicRoom &&
      (changes.some(({ kind }) => kind === 'taken' || kind === 'left') || (before ?? room).creator !== room.creator),
    freed: changes.filter(({ kind }) => kind === 'left').map(({ seat }) => seat),
    gatewaysLeft: was.gateways.filter((gateway) => !places.gateways.includes(gateway)),
    roomsDelta: (closed ? 0 : 1) - (before ? 1 : 0),
    seatsDelta: room.seats.length - (before?.seats.length ?? 0),
  }
}

const NOWHERE: Places = { deadlineMs: undefined, listRank: undefined, gateways: [], isPlaying: false }

function placesOf(room: Room | undefined): Places {
  if (!room) return NOWHERE
  const graces = room.seats.filter((seat) => !isConnected(seat)).map((seat) => seat.graceDeadlineMs)
  const deadlines = [...graces, ...room.watchers.filter(({ judge }) => judge).map(judgeWatchEndsMs)]
  return {
    deadlineMs: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    listRank: room.publicRoom ? room.createdAtMs + (isFull(room) ? 0 : FREE_SEAT_RANK) : undefined,
    gateways: gatewaysOf(room),
    isPlaying: isFull(room),
  }
}

const gatewaysOf = ({ seats, watchers }: Room): string[] => [
  ...new Set([...seats.filter(isConnected), ...watchers].map(({ connection }) => connection.gatewayId)),
]
