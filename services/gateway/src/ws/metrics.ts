import {
  type Counter,
  counter,
  counterOf,
  Gauge,
  gauge,
  Histogram,
  type Metrics,
  seconds,
  type Series,
  tally,
} from '@kla/chassis'
import {
  CLOSE,
  CONTACT_KINDS,
  type ContactKind,
  MEDIA_ROUTES,
  type MediaRoute,
  type Reason,
  REASONS,
  type ServerEventName,
} from '@kla/proto/web'

/** Buckets in seconds; 2 is the service level objective. */
const JOIN_SECONDS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 60]

/** Admission queues, as metrics name them. */
export const QUEUES = ['sign-ins', 'entries', 'reads'] as const
/** Name of an admission queue. */
export type QueueName = (typeof QUEUES)[number]

/** Counters and gauges of the realtime part. */
export interface RealtimeMetrics {
  /** Counts a client event's result. `event` is from a closed set. */
  settled(event: string, result: Reason | 'ok', tookSeconds: number): void
  readonly joins: Counter
  readonly joinSeconds: Histogram
  readonly mediaConnections: { inc(labels: { via: MediaRoute }): void }
  delivered(event: ServerEventName, times?: number): void
  readonly drops: Counter
  readonly refusedUpgrades: Counter
  readonly closes: { inc(labels: { code: string }): void }
  readonly handovers: Counter
  readonly resyncs: Counter
  readonly roomLists: Counter
  readonly messagesDropped: Counter
  readonly messagesDeferred: Counter
  readonly messagesShed: Counter
  readonly admissionsRefused: { inc(labels: { line: QueueName }): void }
  readonly contacts: { inc(labels: { kind: ContactKind }): void }
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
    settled: countResults(metrics),
    joins: counter(metrics, 'kla_gateway_joins_total', 'Seats taken by join-room where the other player was there.'),
    joinSeconds: new Histogram({
      name: 'kla_gateway_join_seconds',
      help: 'Time from the receipt of join-room to the first picture of the other player, as browsers report it.',
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
    delivered: countDeliveries(metrics),
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
    resyncs: counter(metrics, 'kla_gateway_resyncs_total', 'Rooms that were read again after updates were lost.'),
    messagesDropped: counter(
      metrics,
      'kla_gateway_lines_dropped_total',
      'Chat messages that moderation refused, or did not confirm before a shutdown.',
    ),
    messagesDeferred: counter(
      metrics,
      'kla_gateway_lines_deferred_total',
      'Chat messages that waited because the event loop was late.',
    ),
    messagesShed: counter(
      metrics,
      'kla_gateway_lines_shed_total',
      'Chat messages refused because this gateway was overloaded.',
    ),
    admissionsRefused: counterOf(
      metrics,
      'kla_gateway_admission_refused_total',
      'Calls refused because their queue was full, by queue: sign-ins, entries to rooms, or reads of rooms.',
      'line',
      QUEUES,
    ),
    contacts: counterOf(
      metrics,
      'kla_gateway_contact_lines_total',
      'Chat messages with contact details, by kind, including those refused because their writer was asked.',
      'kind',
      CONTACT_KINDS,
    ),
    roomLists: counter(metrics, 'kla_gateway_room_lists_total', 'Room lists published to the lobby.'),
  }
}

interface OfResult {
  readonly count: Series
  readonly time: { observe(seconds: number): void }
}

/** Looks up each series once: there are thousands of results a second. */
function countResults(metrics: Metrics): RealtimeMetrics['settled'] {
  const counts = tally(metrics, 'kla_gateway_events_total', 'Events of clients, by name and result.', [
    'event',
    'result',
  ])
  const times = seconds(
    metrics,
    'kla_gateway_command_seconds',
    'Time from the receipt of a frame to its answer, by event and result: ok, or the kind of the refusal.',
    ['event', 'result'],
  )
  const known = new Map<string, Map<string, OfResult>>()
  const begin = (event: string, result: Reason | 'ok'): OfResult => {
    const time = times.labels(event, result === 'ok' ? result : REASONS[result].code)
    const one = { count: counts.of(event, result), time }
    const ofEvent = known.get(event) ?? new Map<string, OfResult>()
    known.set(event, ofEvent.set(result, one))
    return one
  }
  return (event, result, tookSeconds) => {
    const { count, time } = known.get(event)?.get(result) ?? begin(event, result)
    count.add()
    time.observe(tookSeconds)
  }
}

function countDeliveries(metrics: Metrics): RealtimeMetrics['delivered'] {
  const counts = tally(metrics, 'kla_gateway_deliveries_total', 'Frames sent, by event.', ['event'])
  const known = new Map<ServerEventName, Series>()
  const begin = (event: ServerEventName): Series => {
    const series = counts.of(event)
    known.set(event, series)
    return series
  }
  return (event, times) => (known.get(event) ?? begin(event)).add(times)
}

type QueueSize = 'waiting' | 'running' | 'limit'
const QUEUE_SIZES: Readonly<Record<QueueSize, readonly [name: string, help: string]>> = {
  waiting: ['kla_gateway_admission_waiting', 'Waiting calls, by queue.'],
  running: ['kla_gateway_admission_running', 'Admitted calls under way, by queue.'],
  limit: ['kla_gateway_admission_limit', 'Limit of calls under way at once, by queue.'],
}

/** Observes queue sizes. The label's name, `line`, is older than the queues'. */
export function observeQueues(
  metrics: Metrics,
  queues: Readonly<Record<QueueName, Readonly<Record<QueueSize, number>>>>,
): void {
  for (const [size, [name, help]] of Object.entries(QUEUE_SIZES) as [QueueSize, readonly [string, string]][]) {
    new Gauge({
      name,
      help,
      labelNames: ['line'],
      registers: [metrics.registry],
      collect() {
        for (const line of QUEUES) this.set({ line }, queues[line][size])
      },
    })
  }
}
