import type { Bus, FactConsumer, Logger, Subscribed } from '@kla/chassis'
import { peerIdOf, PeersStarted, RoomNews, type Room, SeatsChanged, Signal, type StartPeers, subjects } from '@kla/proto'
import { type IceSettings, mintIceServers } from '../ice/index.js'
import type { RoomSnapshot } from '../shared/rules.js'
import type { SignalRelay } from '../signals/index.js'
import type { SessionView } from '../signals/session-view.js'
import { startWatchPeersFor } from '../spectators/index.js'
import { watchPartsOf } from '../spectators/rules.js'
import type { PairRoom } from './index.js'
import { partsOf, type PeerPart, type PeerSession, policyOf } from './rules.js'

export const snapshotOf = (room: Room): RoomSnapshot => ({
  version: room.version,
  seats: room.seats.map((seat) => ({
    socketId: peerIdOf(seat),
    accountId: seat.accountId,
    name: seat.username,
    takenAtMs: seat.takenAtMs,
    connected: seat.connection !== undefined && seat.graceDeadlineMs === 0,
  })),
  watchers: room.watchers.map((watcher) => ({ socketId: peerIdOf(watcher), name: watcher.name, judge: watcher.judge })),
})

/** What news say of their room. A closed room has no newer version and nobody in it. */
function snapshotOfNews(news: RoomNews): RoomSnapshot | undefined {
  if (news.closedReason !== '') return { version: Number.MAX_SAFE_INTEGER, seats: [], watchers: [] }
  return news.room ? snapshotOf(news.room) : undefined
}

/** All that one player needs to connect with the other, with fresh credentials. */
export const startPeersFor = (
  roomId: string,
  session: PeerSession,
  part: PeerPart,
  settings: IceSettings,
  nowMs: number,
): StartPeers => ({
  socketId: part.self.socketId,
  peers: [{ socketId: part.other.socketId, accountId: part.other.accountId }],
  polite: part.polite,
  iceServers: mintIceServers(settings, { roomId, who: { accountId: part.self.accountId } }, nowMs),
  iceTransportPolicy: policyOf(session, settings.iceTransportPolicy),
  generation: session.generation,
})

/** Tells the gateways what of a session has not been told, each part with credentials minted now. */
export function publishPeersStarted(
  bus: Bus,
  roomId: string,
  session: PeerSession,
  settings: IceSettings,
  nowMs: number,
): void {
  const { watching, announced } = session
  const parts = announced ? [] : partsOf(session).map((part) => startPeersFor(roomId, session, part, settings, nowMs))
  const watchParts =
    !watching || watching.announced
      ? []
      : watchPartsOf(watching).map((part) => startWatchPeersFor(roomId, watching, part, settings, nowMs))
  bus.publish(subjects.roomPeers(roomId), PeersStarted.encode({ roomId, parts, watchParts }).finish())
}

/** Hands a checked signal to the gateway of the other player. */
export function publishSignal(bus: Bus, signal: Signal): void {
  bus.publish(subjects.roomSignal(signal.roomId), Signal.encode(signal).finish())
}

/**
 * Their order means nothing, as what is older than what is known of a room changes nothing. One after another they would wait
 * for Redis alone; together they also go there in one write.
 */
const AT_ONCE = 16

/** Seat changes as facts: each is handled by one pod, and surely by one. */
export const consumeSeatsChanged = (
  bus: Bus,
  durable: string,
  pairRoom: PairRoom,
  log: Logger,
): Promise<FactConsumer> =>
  bus.consumeFacts({ subject: subjects.factSeatsChanged, durable, atOnce: AT_ONCE }, async ({ data }) => {
    const { news } = SeatsChanged.decode(data)
    const room = news && snapshotOfNews(news)
    if (news && room) await pairRoom(news.roomId, room)
    else log.warn('a seat change told nothing of its room')
  })

/** Seat changes as news: every pod hears them, and keeps its view of the rooms fresh. */
export const hearRoomNews = (bus: Bus, view: SessionView): Promise<Subscribed> =>
  bus.subscribe(subjects.roomSeats('*'), ({ data }) => {
    const news = RoomNews.decode(data)
    const room = snapshotOfNews(news)
    if (room) view.hear(news.roomId, room, Date.now())
  })

/** Signals: each goes to one pod. */
export const takeSignals = (bus: Bus, queue: string, relay: SignalRelay): Promise<Subscribed> =>
  bus.subscribe(subjects.signalIn, ({ data }) => relay.handle(data), queue)
