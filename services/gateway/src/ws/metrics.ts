import { counter, counterOf, gauge, Histogram, seconds, tally, type Counter, type Metrics, type Tally } from '@kla/chassis'
import { CLOSE, MEDIA_ROUTES, type MediaRoute } from '@kla/proto/web'

/** Upper bounds, seconds; 2 is the limit of the service level objective. */
const JOIN_SECONDS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 60]

export interface RealtimeMetrics {
  /** Events of clients, by name and result: "ok", or the code of the refusal. */
  readonly events: Tally
  /** From the receipt of a frame to its answer, by event and "ok" or the kind of the refusal. */
  readonly commands: Histogram<'event' | 'result'>
  /** Joins to somebody who waits. */
  readonly joins: Counter
  /** From the receipt of a join to the first picture of the other player. */
  readonly joinSeconds: Histogram
  /** Connections between browsers that brought a picture, by their way. */
  readonly mediaConnections: { inc(labels: { via: MediaRoute }): void }
  /** Frames sent, by event. */
  readonly deliveries: Tally
  /** Connections given up because they read too slowly. */
  readonly drops: Counter
  /** Upgrades refused because their network has as many sockets as it may. */
  readonly refusedUpgrades: Counter
  /** Connections closed by us, by close code. */
  readonly closes: { inc(labels: { code: string }): void }
  /** Places that another connection of the same page has taken over from one here. */
  readonly handovers: Counter
  /** Rooms of which news was lost and that were read again. */
  readonly resyncs: Counter
  readonly roomLists: Counter
  /** Chat lines that never reached the transcript. */
  readonly linesDropped: Counter
}

export const createRealtimeMetrics = (
  metrics: Metrics,
  sizes: { sockets: () => number; rooms: () => number; searches: () => number },
): RealtimeMetrics => {
  gauge(metrics, 'kla_gateway_sockets', 'Open WebSocket connections.', function () {
    this.set(sizes.sockets())
  })
  gauge(metrics, 'kla_gateway_rooms', 'Rooms with a connection here.', function () {
    this.set(sizes.rooms())
  })
  gauge(metrics, 'kla_gateway_searches', 'Searches for a match with a connection here.', function () {
    this.set(sizes.searches())
  })
  return {
    events: tally(metrics, 'kla_gateway_events_total', 'Events of clients, by name and result.', ['event', 'result']),
    commands: seconds(
      metrics,
      'kla_gateway_command_seconds',
      'Time from the receipt of a frame to its answer, by event and result: ok, or the kind of the refusal.',
      ['event', 'result'],
    ),
    joins: counter(metrics, 'kla_gateway_joins_total', 'Seats taken by join-room where the other player was there.'),
    joinSeconds: new Histogram({
      name: 'kla_gateway_join_seconds',
      help: 'Time from the receipt of join-room to the first picture of the other player, as their browsers tell it.',
      buckets: JOIN_SECONDS,
      registers: [metrics.registry],
    }),
    mediaConnections: counterOf(
      metrics,
      'kla_gateway_media_connections_total',
      'Connections between browsers that brought a picture, by way: host, srflx or relay.',
      'via',
      MEDIA_ROUTES,
    ),
    deliveries: tally(metrics, 'kla_gateway_deliveries_total', 'Frames sent, by event.', ['event']),
    refusedUpgrades: counter(
      metrics,
      'kla_gateway_upgrades_refused_total',
      'Upgrades refused because their network has as many sockets as it may.',
    ),
    drops: counter(metrics, 'kla_gateway_drops_total', 'Connections that read too slowly and were given up.'),
    closes: counterOf(
      metrics,
      'kla_gateway_closes_total',
      'Connections closed by the gateway, by close code.',
      'code',
      Object.values(CLOSE).map(String),
    ),
    handovers: counter(
      metrics,
      'kla_gateway_handovers_total',
      'Places taken over by another connection of the same page.',
    ),
    resyncs: counter(metrics, 'kla_gateway_heals_total', 'Rooms that were read again after news was lost.'),
    linesDropped: counter(metrics, 'kla_gateway_lines_dropped_total', 'Chat lines that moderation could not be given.'),
    roomLists: counter(metrics, 'kla_gateway_room_lists_total', 'Room lists published to the lobby.'),
  }
}
