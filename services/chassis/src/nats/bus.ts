import {
  AckPolicy, connect, type ConnectionOptions, type ConsumerInfo, DeliverPolicy, Events, headers, type JetStreamClient,
  type JsMsg, type MsgHdrs, type Msg, nanos, type NatsConnection, RetentionPolicy, StorageType, type Subscription,
} from 'nats'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import { settleWithin, SHUTDOWN_TIMEOUT_MS } from '../timeout.js'
import { measureEvents } from './event-metrics.js'
import { type EventSigner, SIGNATURE_HEADER } from './event-signatures.js'
import { receiveTraced, sendTraced } from './message-traces.js'
import { createOutgoing } from './outgoing.js'

type Servers = Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'> & { readonly servers: string[] }

/**
 * Parses `nats://user:password@host:4222`, a token in place of both, or `tls://`, which the client does not. Of
 * several, the first with credentials applies to all.
 */
export function natsServers(addresses: string): Servers {
  const urls = addresses.split(',').map((address) => new URL(address.trim()))
  const known = urls.find(({ username }) => username !== '')
  const [user, pass] = [known?.username ?? '', known?.password ?? ''].map(decodeURIComponent) as [string, string]
  return {
    servers: urls.map(({ host }) => host),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  }
}

export interface Message {
  readonly subject: string
  readonly data: Uint8Array
  readonly headers?: { get(name: string): string } | undefined
}

export interface Subscribed {
  close(): void
}

export interface EventConsumer {
  /** Stops fetching and waits for the event in flight, up to a timeout. */
  close(): Promise<void>
}

export interface Bus {
  /** At most once; never throws without a connection: receivers resync. */
  publish(subject: string, data: Uint8Array): void
  /** Resolves once the server has everything published before; rejects if the connection is lost meanwhile. */
  flush(): Promise<void>
  /** Resolves once the server knows the subscription. One member of a `queue` gets each message. */
  subscribe(subject: string, handler: (message: Message) => void, queue?: string): Promise<Subscribed>
  /** Request and reply. Rejects at once without a responder. */
  ask(subject: string, data: Uint8Array, withinMs: number): Promise<Uint8Array>
  /** Serves requests; one whose handler throws gets no reply. */
  answer(subject: string, handler: (message: Message) => Uint8Array): Promise<Subscribed>
  /** Repeats of an `id` within two minutes are stored once. Rejects if it is not stored. */
  publishEvent(subject: string, id: string, data: Uint8Array): Promise<void>
  /**
   * Handles events one after another, or `atOnce` concurrently; a rejection redelivers after a pause. Processes with
   * the same `durable` share the work. A durable begins with the oldest event and keeps its first subject: NATS skips
   * what is stored when a filter changes, so another subject takes another durable.
   */
  consumeEvents(
    options: { subject: string; durable: string; atOnce?: number },
    handler: (message: Message) => Promise<void>,
  ): Promise<EventConsumer>
  connected(): boolean
  close(): Promise<void>
}

export interface BusOptions {
  /** As {@link natsServers} parses it. */
  readonly url: string
  /** The service; its NATS user may read replies under this name only. */
  readonly name: string
  readonly log: Logger
  /** Called after an outage, in which core messages were lost. */
  readonly onReconnect?: () => void
  /** The stream for events. */
  readonly events?: { readonly stream: string; readonly subjects: readonly string[] }
  /** Messages on `subject` carry a signature of this service. */
  readonly signs?: { readonly subject: string; readonly signer: EventSigner }
  readonly metrics?: Metrics
  /** Whether own messages reach own subscriptions; true unless given. */
  readonly echo?: boolean
}

const REDELIVER_AFTER_MS = 10_000
const RETRY_PAUSES_MS = [250, 1_000, 4_000]
const DRAIN_WITHIN_MS = 2_000
const EVENTS_KEPT_MS = 7 * 24 * 3_600_000

/** Creates the stream if it is missing, and reconnects after outages. */
export async function createBus(options: BusOptions): Promise<Bus> {
  const { log } = options
  let connected = (): boolean => false
  options.metrics?.dependencies.set('nats', () => connected())
  const connection = await connect({
    ...natsServers(options.url),
    name: options.name,
    // Private, or other services could read replies.
    inboxPrefix: `_INBOX_${options.name}`,
    noEcho: options.echo === false,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    pingInterval: 5_000,
    maxPingOut: 2,
    // A stack for each request costs more than the request.
    noAsyncTraces: true,
  })
  const jetstream = connection.jetstream({ timeout: 2_000 })
  if (options.events) await ensureStream(connection, options.events.stream, options.events.subjects)
  connected = () => !connection.isClosed() && connection.getServer() !== '' && !reconnecting(connection)
  const measures = options.metrics && options.events && measureEvents(options.metrics)
  let closing = false
  void connection.closed().then((error) => {
    // The client gives up after two refusals of its credentials: end the process rather than run deaf.
    if (!closing) throw new Error('NATS does not take this process back', { cause: error })
  })
  if (options.onReconnect) void watchReconnects(connection, options.onReconnect)

  const outgoing = createOutgoing(connection)
  const tell = (subject: string, say: () => void): void => outgoing.tell(() => guard(log, subject, say))

  const withSignature = (subject: string, data: Uint8Array, carried: { headers?: MsgHdrs }): { headers?: MsgHdrs } => {
    if (subject !== options.signs?.subject) return carried
    const signed = carried.headers ?? headers()
    signed.set(SIGNATURE_HEADER, options.signs.signer.sign(subject, data))
    return { headers: signed }
  }

  const listen = async (subject: string, handle: (message: Msg) => void, queue?: string): Promise<Subscribed> => {
    let subscription: Subscription | undefined
    const subscribe = (): Subscription =>
      connection.subscribe(subject, {
        ...(queue === undefined ? {} : { queue }),
        callback: (error, message) => {
          if (error) log.warn({ err: error, subject }, 'a subscription failed')
          else guard(log, subject, () => handle(message))
        },
      })
    try {
      const made = await outgoing.surely(() => (subscription = subscribe()))
      return { close: () => made.unsubscribe() }
    } catch (error) {
      subscription?.unsubscribe()
      throw error
    }
  }

  return {
    publish(subject, data) {
      sendTraced(subject, (carried) => tell(subject, () => connection.publish(subject, data, carried)))
    },
    flush() {
      outgoing.empty()
      return connection.flush()
    },
    subscribe: (subject, handler, queue) =>
      listen(subject, (message) => receiveTraced(message, handler), queue),
    answer: (subject, handler) => listen(subject, (message) => void message.respond(handler(message))),
    async ask(subject, data, withinMs) {
      return (await connection.request(subject, data, { timeout: withinMs })).data
    },
    async publishEvent(subject, id, data) {
      const events = { 'messaging.message.id': id }
      const publish = (carried: { headers?: MsgHdrs }) =>
        outgoing.ask(() => jetstream.publish(subject, data, { msgID: id, ...withSignature(subject, data, carried) }))
      await sendTraced(subject, publish, { events, begins: true })
    },
    async consumeEvents({ subject, durable, atOnce = 1 }, handler) {
      if (!options.events) throw new Error('this bus has no stream of events')
      const stream = options.events.stream
      let current: { close(): Promise<unknown> } | undefined
      let stopped = false
      const underWay = new Set<Promise<void>>()
      measures?.follow(durable, () => consumerInfo(connection, stream, durable))
      const settle = async (message: JsMsg): Promise<void> => {
        const stop = measures?.handled.startTimer({ durable })
        try {
          await receiveTraced(message, handler)
          tell(message.subject, () => message.ack())
          stop?.({ result: 'ok' })
        } catch (error) {
          stop?.({ result: 'failed' })
          log.error({ err: error, subject: message.subject }, 'an event could not be handled yet')
          const tries = message.info.redeliveryCount
          message.nak(RETRY_PAUSES_MS[Math.min(tries, RETRY_PAUSES_MS.length) - 1] ?? REDELIVER_AFTER_MS)
        }
      }
      const loop = (async () => {
        while (!stopped && !closing) {
          try {
            await ensureStream(connection, stream, options.events?.subjects ?? [])
            await ensureConsumer(connection, stream, subject, durable)
            const messages = await consume(jetstream, stream, durable)
            current = messages
            // Closed while the consumer was being created, or the loop below would wait forever.
            if (stopped) void messages.close()
            for await (const message of messages) {
              // An event that cannot be acknowledged any more is redelivered.
              const settling = settle(message).catch(() => undefined).finally(() => underWay.delete(settling))
              underWay.add(settling)
              if (underWay.size >= atOnce) await Promise.race(underWay)
            }
          } catch (error) {
            if (stopped || closing || connection.isClosed()) return
            log.warn({ err: error, durable }, 'events cannot be consumed right now')
            await new Promise((resolve) => setTimeout(resolve, 300))
          }
        }
      })()
      return {
        async close() {
          stopped = true
          const ended = async (): Promise<void> => {
            await current?.close()
            await loop
            await Promise.all(underWay)
          }
          await settleWithin(SHUTDOWN_TIMEOUT_MS, ended())
        },
      }
    },
    connected,
    async close() {
      closing = true
      outgoing.empty()
      if (connection.isClosed()) return
      // Draining never ends without a server.
      await settleWithin(DRAIN_WITHIN_MS, connection.drain())
      await connection.close()
    },
  }
}

async function watchReconnects(connection: NatsConnection, onReconnect: () => void): Promise<void> {
  for await (const { type } of connection.status()) if (type === Events.Reconnect) onReconnect()
}

function guard(log: Logger, subject: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log.error({ err: error, subject }, 'a message could not be handled or sent')
  }
}

const reconnecting = (connection: NatsConnection): boolean =>
  (connection as unknown as { protocol?: { connected?: boolean } }).protocol?.connected === false

async function ensureStream(connection: NatsConnection, name: string, subjects: readonly string[]): Promise<void> {
  const manager = await connection.jetstreamManager({ timeout: 3_000 })
  const found = await manager.streams.info(name).catch(() => undefined)
  if (found) return
  await manager.streams.add({
    name,
    subjects: [...subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: nanos(EVENTS_KEPT_MS),
  })
}

async function consumerInfo(connection: NatsConnection, stream: string, durable: string): Promise<ConsumerInfo> {
  const manager = await connection.jetstreamManager({ timeout: 3_000, checkAPI: false })
  return manager.consumers.info(stream, durable)
}

async function ensureConsumer(
  connection: NatsConnection,
  stream: string,
  subject: string,
  durable: string,
): Promise<void> {
  const manager = await connection.jetstreamManager({ timeout: 3_000 })
  const found = await manager.consumers.info(stream, durable).catch(() => undefined)
  if (found) return
  await manager.consumers.add(stream, {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(REDELIVER_AFTER_MS),
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: 256,
  })
}

async function consume(jetstream: JetStreamClient, stream: string, durable: string) {
  const consumer = await jetstream.consumers.get(stream, durable)
  return consumer.consume({ max_messages: 50, expires: 5_000, idle_heartbeat: 1_000 })
}
