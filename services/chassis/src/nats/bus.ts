import {
  AckPolicy, connect, type ConnectionOptions, type ConsumerInfo, DeliverPolicy, Events, headers, type JetStreamClient,
  type JsMsg, type MsgHdrs, type Msg, nanos, type NatsConnection, RetentionPolicy, StorageType, type Subscription,
} from 'nats'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import { atMost, FINISH_WITHIN_MS } from '../timeout.js'
import { measureFacts } from './event-metrics.js'
import { type FactSigner, SIGNATURE_HEADER } from './event-signatures.js'
import { receiveTraced, sendTraced } from './message-traces.js'
import { createOutgoing } from './outgoing.js'

type Servers = Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'> & { readonly servers: string[] }

/**
 * What a list of addresses says, which the client's package does not read by itself: `nats://user:password@host:4222`,
 * or a token in place of both, `tls://` for TLS. Of several with commas between them the first that has credentials
 * gives them.
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

export interface FactConsumer {
  /** Stops asking for more and waits for the one under way, if that ends in time. */
  close(): Promise<void>
}

/** All that a process does with NATS. */
export interface Bus {
  /** Sends to whoever listens now. Never throws for want of a connection: what is lost is healed by the receiver. */
  publish(subject: string, data: Uint8Array): void
  /** Resolves once the server has all that was published before; rejects when the connection is lost meanwhile. */
  flush(): Promise<void>
  /** Resolves once the server knows of the subscription. `queue`: each message goes to one member of the group. */
  subscribe(subject: string, handler: (message: Message) => void, queue?: string): Promise<Subscribed>
  /** Asks whoever answers `subject`. Rejects when nobody does, at once if nobody listens. */
  ask(subject: string, data: Uint8Array, withinMs: number): Promise<Uint8Array>
  /** Answers what is asked; a question that makes `handler` throw gets none. Resolves once the server knows of it. */
  answer(subject: string, handler: (message: Message) => Uint8Array): Promise<Subscribed>
  /** Stores a fact in JetStream; a repeat of the same `id` within two minutes is stored once. Rejects if not stored. */
  publishFact(subject: string, id: string, data: Uint8Array): Promise<void>
  /**
   * Handles facts of `subject` one after another, each until `handler` resolves; a rejection brings it back after a
   * pause. All processes with the same `durable` share the work. `atOnce`: as many side by side, where their order
   * means nothing and the handler gains by having several.
   */
  consumeFacts(
    options: { subject: string; durable: string; atOnce?: number },
    handler: (message: Message) => Promise<void>,
  ): Promise<FactConsumer>
  /** Whether the connection stands. */
  connected(): boolean
  close(): Promise<void>
}

export interface BusOptions {
  /** One address or several, as {@link natsServers} reads them. */
  readonly url: string
  /** The service; NATS lets its user hear answers under this name alone. */
  readonly name: string
  readonly log: Logger
  /** Called after each outage: what core subjects carried meanwhile did not come. */
  readonly onReconnect?: () => void
  /** The stream that keeps facts, and the subjects it keeps. */
  readonly facts?: { readonly stream: string; readonly subjects: readonly string[] }
  /** Facts that the receiver takes from this service alone: what goes to `subject` carries a signature. */
  readonly signs?: { readonly subject: string; readonly signer: FactSigner }
  readonly metrics?: Metrics
  /** Whether what this process publishes comes to its own subscriptions too; true unless given. */
  readonly echo?: boolean
}

const REDELIVER_AFTER_MS = 10_000
const RETRY_PAUSES_MS = [250, 1_000, 4_000]
const DRAIN_WITHIN_MS = 2_000
const FACTS_KEPT_MS = 7 * 24 * 3_600_000

/** Connects, creates the stream of facts if it is missing, and comes back by itself after an outage. */
export async function createBus(options: BusOptions): Promise<Bus> {
  const { log } = options
  let connected = (): boolean => false
  options.metrics?.dependencies.set('nats', () => connected())
  const connection = await connect({
    ...natsServers(options.url),
    name: options.name,
    // Of its own: who may listen under another's would hear what others are answered.
    inboxPrefix: `_INBOX_${options.name}`,
    noEcho: options.echo === false,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    pingInterval: 5_000,
    maxPingOut: 2,
    // Where a request came from, in case it fails: a stack for each fact costs more than the fact.
    noAsyncTraces: true,
  })
  const jetstream = connection.jetstream({ timeout: 2_000 })
  if (options.facts) await ensureStream(connection, options.facts.stream, options.facts.subjects)
  connected = () => !connection.isClosed() && connection.getServer() !== '' && !reconnecting(connection)
  const measures = options.metrics && options.facts && measureFacts(options.metrics)
  let closing = false
  void connection.closed().then((error) => {
    // Refused twice for its credentials, the client gives up. Nothing would be heard or told any more: end the process.
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
    async publishFact(subject, id, data) {
      const facts = { 'messaging.message.id': id }
      const publish = (carried: { headers?: MsgHdrs }) =>
        outgoing.ask(() => jetstream.publish(subject, data, { msgID: id, ...withSignature(subject, data, carried) }))
      await sendTraced(subject, publish, { facts, begins: true })
    },
    async consumeFacts({ subject, durable, atOnce = 1 }, handler) {
      if (!options.facts) throw new Error('this bus has no stream of facts')
      const stream = options.facts.stream
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
          log.error({ err: error, subject: message.subject }, 'a fact could not be handled yet')
          const tries = message.info.redeliveryCount
          message.nak(RETRY_PAUSES_MS[Math.min(tries, RETRY_PAUSES_MS.length) - 1] ?? REDELIVER_AFTER_MS)
        }
      }
      const loop = (async () => {
        while (!stopped && !closing) {
          try {
            await ensureStream(connection, stream, options.facts?.subjects ?? [])
            await ensureConsumer(connection, stream, subject, durable)
            const messages = await consume(jetstream, stream, durable)
            current = messages
            // Closed while the consumer was being asked for: what is below would wait for ever. It also does the closing.
            if (stopped) void messages.close()
            for await (const message of messages) {
              // What can no longer be acknowledged comes back by itself.
              const settling = settle(message).catch(() => undefined).finally(() => underWay.delete(settling))
              underWay.add(settling)
              if (underWay.size >= atOnce) await Promise.race(underWay)
            }
          } catch (error) {
            if (stopped || closing || connection.isClosed()) return
            log.warn({ err: error, durable }, 'facts cannot be consumed right now')
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
          await atMost(FINISH_WITHIN_MS, ended())
        },
      }
    },
    connected,
    async close() {
      closing = true
      outgoing.empty()
      if (connection.isClosed()) return
      // Without a server draining neither ends nor, once it has failed, closes.
      await atMost(DRAIN_WITHIN_MS, connection.drain())
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
    max_age: nanos(FACTS_KEPT_MS),
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
