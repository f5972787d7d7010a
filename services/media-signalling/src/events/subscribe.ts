import type { Bus, FactConsumer, Logger, Subscribed } from '@kla/chassis'
import { RoomNews, SeatsChanged, subjects } from '@kla/proto'
import type { PairRoom } from '../pairing/pair-room.js'
import type { SessionView } from '../relay/session-view.js'
import type { SignalRelay } from '../relay/signal-relay.js'
import { snapshotOfNews } from './room-snapshot.js'

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
