import { counter, gauge, type Counter, type Metrics } from '@kla/chassis'

export interface RealtimeMetrics {
  /** Events of clients, by name and result: "ok", or the code of the refusal. */
  readonly events: Counter<'event' | 'result'>
  /** Frames sent, by event. */
  readonly deliveries: Counter<'event'>
  /** Connections given up because they read too slowly. */
  readonly drops: Counter
  /** Connections closed by us, by close code. */
  readonly closes: Counter<'code'>
  /** Rooms of which news was lost and that were read again. */
  readonly heals: Counter
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
    events: counter(metrics, 'kla_gateway_events_total', 'Events of clients, by name and result.', ['event', 'result']),
    deliveries: counter(metrics, 'kla_gateway_deliveries_total', 'Frames sent, by event.', ['event']),
    drops: counter(metrics, 'kla_gateway_drops_total', 'Connections that read too slowly and were given up.'),
    closes: counter(metrics, 'kla_gateway_closes_total', 'Connections closed by the gateway, by close code.', ['code']),
    heals: counter(metrics, 'kla_gateway_heals_total', 'Rooms that were read again after news was lost.'),
    linesDropped: counter(metrics, 'kla_gateway_lines_dropped_total', 'Chat lines that moderation could not be given.'),
    roomLists: counter(metrics, 'kla_gateway_room_lists_total', 'Room lists published to the lobby.'),
  }
}
