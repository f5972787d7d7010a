import { setTimeout as sleep } from 'node:timers/promises'
import {
  connect,
  type ConnectionOptions,
  ErrorCode,
  Events,
  headers,
  type JsMsg,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  NatsError,
  type Subscription,
} from 'nats'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import { settleWithin } from '../timeout.js'
import { type EventConsumer, followConsumer, type FollowedConsumer } from './event-consumer.js'
import { measureEvents } from './event-metrics.js'
import { type EventSigner, SIGNATURE_HEADER } from './event-signatures.js'
import { createEventStream, REDELIVER_AFTER_MS } from './event-stream.js'
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

export type { EventConsumer } from './event-consumer.js'

/** `storedAtMs`: when the event was published, Unix milliseconds of the server: long ago for one that comes again. */
export type EventHandler = (message: Message, storedAtMs: number) => Promise<void>

export interface Bus {
  /** At most once; never throws without a connection: receivers resync. */
  publish(subject: string, data: Uint8Array): void
  /** Resolves once the server has everything published before; rejects if the connection is lost meanwhile. */
  flush(): Promise<void>
  /**
   * Resolves once the server knows the subscription; one that the server ends is made again. One member of a `queue`
   * gets each message.
   */
  subscribe(subject: string, handler: (message: Message) => void, queue?: string): Promise<Subscribed>
  /** Request and reply. Rejects at once without a responder. */
  ask(subject: string, data: Uint8Array, withinMs: number): Promise<Uint8Array>
  /** Serves requests; one whose handler throws gets no reply. */
  answer(subject: string, handler: (message: Message) => Uint8Array): Promise<Subscribed>
  /** Repeats of an `id` within two minutes are stored once. Creates a missing stream. Rejects if it is not stored. */
  publishEvent(subject: string, id: string, data: Uint8Array): Promise<void>
  /**
   * What was published before, in Unix milliseconds, may be missing: when the stream was created, or found without its
   * latest events. Creates a missing one. Rejects if unknown.
   */
  streamWholeSinceMs(): Promise<number>
  /**
   * Handles events one after another, or `atOnce` concurrently; a rejection redelivers after a pause. Processes with
   * the same `durable` share the work. A durable begins with the oldest event, also when it was lost and is created
   * again, so `handler` must take every stored event a second time. It keeps its first subject: NATS skips what is
   * stored when a filter changes, so another subject takes another durable.
   */
  consumeEvents(
    options: { subject: string; durable: string; atOnce?: number },
    handler: EventHandler,
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

const RETRY_PAUSES_MS = [250, 1_000, 4_000]
const DRAIN_WITHIN_MS = 2_000
const TRY_AGAIN_MS = 500
const SUBSCRIBE_AGAIN_MS = 1_000

/** The client's defaults wait 20 s for an address that does not answer, and minutes for one that falls silent. */
const CONNECTING = {
  timeout: 2_000,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 100,
  reconnectJitter: 100,
  waitOnFirstConnect: true,
  // The third interval without an answer ends a connection.
  pingInterval: 2_000,
  maxPingOut: 2,
} as const satisfies ConnectionOptions

/**
 * Waits for the server, reconnects after outages, and creates the stream and its consumers again whenever they are
 * missing.
 */
export async function createBus(options: BusOptions): Promise<Bus> {
  const { log, metrics } = options
  let connected = (): boolean => false
  const consumers = new Set<FollowedConsumer>()
  const receiving = (): boolean => [...consumers].every((consumer) => consumer.fetching())
  metrics?.dependencies.set('nats', () => connected() && receiving())
  const connection = await connectFirst(options)
  connected = () => !connection.isClosed() && connection.getServer() !== '' && !reconnecting(connection)
  const jetstream = connection.jetstream({ timeout: 2_000 })
  const measures = metrics && options.events && measureEvents(metrics)
  const events =
    options.events &&
    createEventStream({
      connection,
      name: options.events.stream,
      subjects: options.events.subjects,
      log,
      recreated: (resource) => measures?.recreated.inc({ resource }),
    })
  if (events) await untilItWorks(() => events.ensure(), log)
  let closing = false
  void connection.closed().then((error) => {
    // The client gives up after two refusals of its credentials: end the process rather than run deaf.
    if (!closing) throw new Error('NATS does not take this process back', { cause: error })
  })
  const outageOver = (): void => options.onReconnect?.()
  void watchConnection(connection, {
    lost: () => consumers.forEach((consumer) => consumer.restart()),
    restored: outageOver,
  })

  const outgoing = createOutgoing(connection)
  const tell = (subject: string, say: () => void): void => outgoing.tell(() => guard(log, subject, say))

  const withSignature = (subject: string, data: Uint8Array, carried: { headers?: MsgHdrs }): { headers?: MsgHdrs } => {
    if (subject !== options.signs?.subject) return carried
    const signed = carried.headers ?? headers()
    signed.set(SIGNATURE_HEADER, options.signs.signer.sign(subject, data))
    return { headers: signed }
  }

  const listen = async (subject: string, handle: (message: Msg) => void, queue?: string): Promise<Subscribed> => {
    let current: Subscription | undefined
    let closed = false
    let complained = false
    const subscribe = (): Subscription =>
      (current = connection.subscribe(subject, {
        ...(queue === undefined ? {} : { queue }),
        callback: (error, message) => {
          if (error) subscribeAgain(error)
          else guard(log, subject, () => handle(message))
        },
      }))
    /** The server has ended it, as when permissions change; neither side comes back to it. */
    const subscribeAgain = (error: NatsError): void => {
      if (!complained) log.warn({ err: error, subject }, 'a subscription has ended and is made again')
      complained = true
      const again = async (): Promise<void> => {
        if (closed || connection.isClosed()) return
        const made = subscribe()
        await connection.flush()
        if (made.isClosed()) return
        complained = false
        outageOver()
      }
      setTimeout(() => void again().catch(() => undefined), SUBSCRIBE_AGAIN_MS).unref()
    }
    const close = (): void => {
      closed = true
      current?.unsubscribe()
    }
    try {
      await outgoing.surely(subscribe)
      return { close }
    } catch (error) {
      close()
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
    subscribe: (subject, handler, queue) => listen(subject, (message) => receiveTraced(message, handler), queue),
    answer: (subject, handler) => listen(subject, (message) => void message.respond(handler(message))),
    async ask(subject, data, withinMs) {
      return (await connection.request(subject, data, { timeout: withinMs })).data
    },
    async publishEvent(subject, id, data) {
      const about = { 'messaging.message.id': id }
      const publish = (carried: { headers?: MsgHdrs }) =>
        outgoing.ask(() => jetstream.publish(subject, data, { msgID: id, ...withSignature(subject, data, carried) }))
      const attempt = () => sendTraced(subject, publish, { events: about, begins: true })
      await attempt().catch(async (error: unknown) => {
        // Nothing stores the subject: JetStream is away, or the stream is.
        if (!events || (error as Partial<NatsError>).code !== ErrorCode.NoResponders) throw error
        await events.ensure()
        await attempt()
      })
    },
    async streamWholeSinceMs() {
      if (!events) throw new Error('this bus has no stream of events')
      return events.ensure()
    },
    async consumeEvents({ subject, durable, atOnce = 1 }, handler) {
      if (!events || !options.events) throw new Error('this bus has no stream of events')
      const settle = async (message: JsMsg): Promise<void> => {
        const stop = measures?.handled.startTimer({ durable })
        try {
          await receiveTraced(message, () => handler(message, Math.floor(message.info.timestampNanos / 1e6)))
          tell(message.subject, () => message.ack())
          stop?.({ result: 'ok' })
        } catch (error) {
          stop?.({ result: 'failed' })
          log.error({ err: error, subject: message.subject }, 'an event could not be handled yet')
          const tries = message.info.redeliveryCount
          // Without a connection it is redelivered all the same.
          guard(log, subject, () =>
            message.nak(RETRY_PAUSES_MS[Math.min(tries, RETRY_PAUSES_MS.length) - 1] ?? REDELIVER_AFTER_MS),
          )
        }
      }
      const consumer = followConsumer({
        jetstream,
        stream: options.events.stream,
        durable,
        atOnce,
        settle,
        log,
        connected,
        ensure: () => events.ensureConsumer(durable, subject),
        ended: () => closing || connection.isClosed(),
      })
      consumers.add(consumer)
      measures?.follow(durable, { fetching: consumer.fetching, info: () => events.consumerInfo(durable) })
      return {
        async close() {
          consumers.delete(consumer)
          await consumer.close()
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

/** A refused user may not exist yet, which ends no process that has never been let in. */
async function connectFirst({ url, name, echo, log }: BusOptions): Promise<NatsConnection> {
  const attempt = (): Promise<NatsConnection> =>
    connect({
      ...natsServers(url),
      ...CONNECTING,
      name,
      // Private, or other services could read replies.
      inboxPrefix: `_INBOX_${name}`,
      noEcho: echo === false,
      // A stack for each request costs more than the request.
      noAsyncTraces: true,
    })
  return untilItWorks(attempt, log, (error) => error instanceof NatsError && error.isAuthError())
}

async function untilItWorks<T>(
  work: () => Promise<T>,
  log: Logger,
  mayPass: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let first = true; ; first = false) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error)) throw error
      if (first) log.warn({ err: error }, 'the start waits for NATS')
      await sleep(TRY_AGAIN_MS)
    }
  }
}

async function watchConnection(
  connection: NatsConnection,
  { lost, restored }: { readonly lost: () => void; readonly restored: () => void },
): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === Events.Disconnect) lost()
    else if (type === Events.Reconnect) restored()
  }
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
