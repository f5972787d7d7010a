import type { Bus, EventConsumer, Logger } from '@kla/chassis'
import {
  peerIdOf,
  PeersStarted,
  type Room,
  type RoomUpdate,
  SeatChangeKind,
  SeatsChanged,
  type StartPeers,
  type StartWatchPeers,
  subjects,
} from '@kla/proto'
import { type IceSettings, mintIceServers } from '../ice/index.js'
import type { RoomSnapshot } from '../shared/rules.js'
import { startWatchPeersFor, watchPartsOf, type WatchSession } from '../spectators/index.js'
import { partsOf, type PeerPart, type PeerSession, policyOf } from './rules.js'

export interface WatchSettings extends IceSettings {
  readonly watchLeaseMs: number
}

/** Pairs a room's players from a snapshot. */
export type PairRoom = (roomId: string, room: RoomSnapshot) => Promise<PeerSession | undefined>

// Older snapshots change nothing, so order does not matter.
const AT_ONCE = 16

/** One pod handles each seat change, at least once, in any order. */
export const consumeSeatsChanged = (
  bus: Bus,
  durable: string,
  pairRoom: PairRoom,
  log: Logger,
): Promise<EventConsumer[]> => {
  const consume = (options: { subject: string; durable: string }): Promise<EventConsumer> =>
    bus.consumeEvents({ ...options, atOnce: AT_ONCE }, async ({ data }) => {
      const { update } = SeatsChanged.decode(data)
      const room = update && snapshotOfUpdate(update)
      if (update && room) await pairRoom(update.roomId, room)
      else log.warn('seat change without a room')
    })
  return Promise.all([
    consume({ subject: subjects.eventSeatsFreed, durable }),
    consume({ subject: subjects.eventSeatsKept, durable: `${durable}-seats-kept` }),
  ])
}

/** A closed room is empty and newer than any other. */
export function snapshotOfUpdate({ closedReason, room, changes }: RoomUpdate): RoomSnapshot | undefined {
  if (closedReason !== '') return { version: Number.MAX_SAFE_INTEGER, seats: [], watchers: [] }
  return room && { ...snapshotOf(room), joined: changes.some(({ kind }) => kind === SeatChangeKind.TAKEN) }
}

export const snapshotOf = (room: Room): RoomSnapshot => ({
  version: room.version,
  seats: room.seats.map((seat) => ({
    socketId: peerIdOf(seat),
    accountId: seat.accountId,
    ...(seat.alias === undefined ? {} : { alias: seat.alias }),
    name: seat.username,
    takenAtMs: seat.takenAtMs,
    connected: seat.connection !== undefined && seat.graceDeadlineMs === 0,
  })),
  watchers: room.watchers.map((watcher) => ({
    socketId: peerIdOf(watcher),
    name: watcher.name,
    judge: watcher.judge,
    ...(watcher.accountId === 0 ? {} : { accountId: watcher.accountId }),
  })),
})

export function publishPeersStarted(
  bus: Bus,
  roomId: string,
  session: PeerSession,
  settings: WatchSettings,
  nowMs: number,
): void {
  const { watching, announced } = session
  const parts = announced ? [] : partsOf(session).map((part) => startPeersFor(roomId, session, part, settings, nowMs))
  const watchParts = !watching || watching.announced ? [] : leasedParts(roomId, watching, settings, nowMs)
  bus.publish(subjects.roomPeers(roomId), PeersStarted.encode({ roomId, parts, watchParts }).finish())
}

export function publishRenewal(
  bus: Bus,
  roomId: string,
  watching: WatchSession,
  settings: WatchSettings,
  nowMs: number,
): void {
  const watchParts = leasedParts(roomId, watching, settings, nowMs)
  bus.publish(subjects.roomPeers(roomId), PeersStarted.encode({ roomId, parts: [], watchParts }).finish())
}

const leasedParts = (
  roomId: string,
  watching: WatchSession,
  settings: WatchSettings,
  nowMs: number,
): StartWatchPeers[] => {
  const leased = { leaseMs: settings.watchLeaseMs, nowMs }
  return watchPartsOf(watching).map((part) => startWatchPeersFor(roomId, watching, part, settings, leased))
}

export const startPeersFor = (
  roomId: string,
  session: PeerSession,
  part: PeerPart,
  settings: IceSettings,
  nowMs: number,
): StartPeers => ({
  socketId: part.self.socketId,
  peers: [{ socketId: part.other.socketId, accountId: part.other.accountId, alias: part.other.alias }],
  polite: part.polite,
  iceServers: mintIceServers(settings, { accountId: part.self.accountId }, nowMs),
  iceTransportPolicy: policyOf(session, settings.iceTransportPolicy),
  generation: session.generation,
})
