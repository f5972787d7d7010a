import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream'
import { nanos, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../logger.js'

const ANSWER_WITHIN_MS = 3_000
const EVENTS_KEPT_MS = 7 * 24 * 3_600_000

export const REDELIVER_AFTER_MS = 10_000

/** The stream and its durables, which the server may lose at any time. */
export interface EventStream {
  /** Creates a missing stream. Resolves to when it was created or lost events, Unix milliseconds. */
  ensure(): Promise<number>
  /** Notes that the server has stored an event, whose loss shows at the next `ensure`. */
  stored(seq: number): void
  /** Creates the durable, beginning with the oldest event. */
  ensureConsumer(durable: string, subject: string): Promise<void>
  consumerInfo(durable: string): Promise<ConsumerInfo>
}

/** A stream and its connection to NATS. */
export interface EventStreamOptions {
  readonly connection: NatsConnection
  readonly name: string
  readonly subjects: readonly string[]
  /** Copies of a stream that is created; operators change existing ones. */
  readonly replicas: number
  readonly log: Logger
  /** Called with `stream` or a durable's name. */
  readonly recreated: (resource: string) => void
}

export function createEventStream(options: EventStreamOptions): EventStream {
  const { connection, name, subjects, replicas, log, recreated } = options
  /** Absence of these is a loss. */
  const seen = new Set<string>()
  const created = (resource: string): void => {
    if (!seen.has(resource)) return
    recreated(resource)
    log.warn({ stream: name, resource }, 'event stream or consumer was gone and is created again')
  }
  const asManager = () => jetstreamManager(connection, { timeout: ANSWER_WITHIN_MS, checkAPI: false })

  let known: { readonly createdAtMs: number; readonly lastSeq: number; readonly wholeSinceMs: number } | undefined
  const stored = (seq: number): void => {
    if (known && seq > known.lastSeq) known = { ...known, lastSeq: seq }
  }
  /** `asked`: what was known when the server was asked, since later events need not be in its answer. */
  const wholeSince = (info: StreamInfo, asked: typeof known): number => {
    const { created, state } = info
    const [createdAtMs, lastSeq] = [Date.parse(created), state.last_seq]
    const before = asked?.createdAtMs === createdAtMs ? asked : undefined
    const cut = before !== undefined && lastSeq < before.lastSeq
    if (cut) log.warn({ stream: name, lastSeq, before: before.lastSeq }, 'event stream has lost its latest events')
    const latest = before && !cut ? Math.max(lastSeq, known?.lastSeq ?? 0) : lastSeq
    known = { createdAtMs, lastSeq: latest, wholeSinceMs: cut ? Date.now() : (before?.wholeSinceMs ?? createdAtMs) }
    return known.wholeSinceMs
  }

  const warnOfCopies = ({ config: { num_replicas: copies } }: StreamInfo): void => {
    if (seen.has('stream') || copies >= replicas) return
    log.warn({ stream: name, copies, wanted: replicas }, 'event stream has fewer copies than EVENTS_REPLICAS')
  }

  const ensureStream = async (): Promise<number> => {
    const { streams } = await asManager()
    const asked = known
    let info = await unlessMissing(streams.info(name), JetStreamApiCodes.StreamNotFound)
    if (!info) {
      info = await streams.add({
        name,
        subjects: [...subjects],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        max_age: nanos(EVENTS_KEPT_MS),
        num_replicas: replicas,
      })
      created('stream')
    }
    warnOfCopies(info)
    seen.add('stream')
    return wholeSince(info, asked)
  }

  let ensuring: Promise<number> | undefined
  const ensure = (): Promise<number> => (ensuring ??= ensureStream().finally(() => (ensuring = undefined)))

  return {
    ensure,
    stored,
    async ensureConsumer(durable, subject) {
      await ensure()
      const { consumers } = await asManager()
      if (!(await unlessMissing(consumers.info(name, durable), JetStreamApiCodes.ConsumerNotFound))) {
        await consumers.add(name, {
          durable_name: durable,
          filter_subject: subject,
          ack_policy: AckPolicy.Explicit,
          ack_wait: nanos(REDELIVER_AFTER_MS),
          deliver_policy: DeliverPolicy.All,
          max_ack_pending: 256,
        })
        created(durable)
      }
      seen.add(durable)
    },
    consumerInfo: async (durable) => (await asManager()).consumers.info(name, durable),
  }
}

/** Other errors must not look like absence. */
async function unlessMissing<T>(asked: Promise<T>, missing: JetStreamApiCodes): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === missing) return undefined
    throw error
  }
}
