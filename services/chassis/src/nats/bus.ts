import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream as jetstreamOf, type JsMsg } from '@nats-io/jetstream'
import {
  connect,
  type ConnectionOptions,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node'
import { readEnvironment } from '../config.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import { subscriptionFaults } from '../preflight/nats-faults.js'
import { isService } from '../preflight/store-rights.js'
import { watchRights } from '../preflight/watch-rights.js'
import { streamVariables } from '../service-variables.js'
import { settleWithin } from '../timeout.js'
import { type EventConsumer, followConsumer, type FollowedConsumer } from './event-consumer.js'
import { measureEvents } from './event-metrics.js'
import { type EventSigner, SIGNATURE_HEADER } from './event-signatures.js'
import { createEventStream, REDELIVER_AFTER_MS } from './event-stream.js'
import { receiveTraced, sendTraced } from './message-traces.js'
import { isRefusedUser, isUnserved } from './nats-errors.js'
import { createOutgoing } from './outgoing.js'

type Servers = Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'> & { readonly servers: string[] }

/** Parses `nats://user:password@host:4222`, a token, or `tls://`. The first credentials apply to all addresses. */
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

/** A received message, not yet decoded. */
export interface Message {
  readonly subject: string
  readonly data: Uint8Array
  readonly headers?: { get(name: string): string } | undefined
}

export interface Subscribed {
  close(): void
}

export type { EventConsumer } from './event-consumer.js'

/** `storedAtMs`: the server's Unix milliseconds; long ago for a redelivery. */
export type EventHandler = (message: Message, storedAtMs: number) => Promise<void>

/** A NATS connection for updates, requests and events. */
export interface Bus {
  /** Publishes at most once, and drops messages without a connection: receivers resync. */
  publish(subject: string, data: Uint8Array): void
  /** Resolves once the server has everything; rejects on a lost connection. */
  flush(): Promise<void>
  /** Resolves once subscribed; renewed if the server ends it. One member of a `queue` gets each message. */
  subscribe(subject: string, handler: (message: Message) => void, queue?: string): Promise<Subscribed>
  ask(subject: string, data: Uint8Array, withinMs: number): Promise<Uint8Array>
  /** Sends no reply if the handler throws. */
  answer(subject: string, handler: (message: Message) => Uint8Array): Promise<Subscribed>
  /** Stores an event once for each `id` within two minutes. Rejects if it is not stored. */
  publishEvent(subject: string, id: string, data: Uint8Array): Promise<void>
  /** Unix milliseconds before which the stream may lack events. Rejects if unknown. */
  streamWholeSinceMs(): Promise<number>
  /**
   * Handles events in order, or `atOnce` concurrently; a rejection redelivers. A recreated durable begins with the
   * oldest event, so `handler` must be idempotent. A changed subject needs another durable: NATS skips stored events.
   */
  consumeEvents(
    options: { subject: string; durable: string; atOnce?: number },
    handler: EventHandler,
  ): Promise<EventConsumer>
  connected(): boolean
  close(): Promise<void>
}

/** The server, this service's name and its stream. */
export interface BusOptions {
  readonly url: string
  /** The NATS user may read replies under this name only. */
  readonly name: string
  readonly log: Logger
  /** Called after an outage, in which updates were lost. */
  readonly onReconnect?: () => void
  readonly events?: { readonly stream: string; readonly subjects: readonly string[] }
  /** Adds this service's signature to messages on `subject`. */
  readonly signs?: { readonly subject: string; readonly signer: EventSigner }
  readonly metrics?: Metrics
  /** Own messages reach own subscriptions unless false. */
  readonly echo?: boolean
}

const RETRY_PAUSES_MS = [250, 1_000, 4_000]
const DRAIN_WITHIN_MS = 2_000
const TRY_AGAIN_MS = 500
const RESUBSCRIBE_AFTER_MS = 1_000

/** The defaults take minutes to notice a silent server. */
const CONNECTING = {
  timeout: 2_000,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 100,
  reconnectJitter: 100,
  waitOnFirstConnect: true,
  // The client would also give up after two slow log-ins, even days apart; `watchConnection` counts refusals.
  ignoreAuthErrorAbort: true,
  // The third silent interval ends a connection.
  pingInterval: 2_000,
  maxPingOut: 2,
} as const satisfies ConnectionOptions

/** Waits, reconnects, and recreates missing streams and consumers. */
export async function createBus(options: BusOptions): Promise<Bus> {
  const { log, metrics } = options
  const replicas = Number(readEnvironment(streamVariables).EVENTS_REPLICAS)
  let connected = (): boolean => false
  const consumers = new Set<FollowedConsumer>()
  const receiving = (): boolean => [...consumers].every((consumer) => consumer.fetching())
  metrics?.dependencies.set('nats', () => connected() && receiving())
  const connection = await connectFirst(options)
  connected = () => !connection.isClosed() && connection.getServer() !== '' && !reconnecting(connection)
  if (metrics && isService(metrics.service)) {
    const service = metrics.service
    const ask = (): Promise<readonly string[]> => subscriptionFaults(connection, service)
    void watchRights({ store: 'nats', ask, closed: () => connection.isClosed(), metrics, log })
  }
  const jetstream = jetstreamOf(connection, { timeout: 2_000 })
  const measures = metrics && options.events && measureEvents(metrics)
  const events =
    options.events &&
    createEventStream({
      connection,
      name: options.events.stream,
      subjects: options.events.subjects,
      replicas,
      log,
      recreated: (resource) => measures?.recreated.inc({ resource }),
    })
  if (events) await untilItWorks(() => events.ensure(), log)
  let closing = false
  let refusal: Error | undefined
  void connection.closed().then((error) => {
    // End the process rather than run deaf.
    if (!closing) throw new Error('NATS rejected this process', { cause: refusal ?? error })
  })
  const outageOver = (): void => options.onReconnect?.()
  void watchConnection(connection, {
    lost: () => consumers.forEach((consumer) => consumer.restart()),
    restored() {
      // At once, before new events hide the loss of acknowledged ones.
      void events?.ensure().catch(() => undefined)
      outageOver()
    },
    refused(error) {
      refusal = error
      void connection.close()
    },
  })

  const outgoing = createOutgoing(connection)
  const sendSafely = (subject: string, send: () => void): void => outgoing.publish(() => guard(log, subject, send))

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
          if (error) resubscribe(error)
          else guard(log, subject, () => handle(message))
        },
      }))
    /** The client does not resubscribe, as when permissions change. */
    const resubscribe = (error: Error): void => {
      if (!complained) log.warn({ err: error, subject }, 'subscription ended; subscribing again')
      complained = true
      const again = async (): Promise<void> => {
        if (closed || connection.isClosed()) return
        const made = subscribe()
        await connection.flush()
        if (made.isClosed()) return
        complained = false
        outageOver()
      }
      setTimeout(() => void again().catch(() => undefined), RESUBSCRIBE_AFTER_MS).unref()
    }
    const close = (): void => {
      closed = true
      current?.unsubscribe()
    }
    try {
      await outgoing.confirm(subscribe)
      return { close }
    } catch (error) {
      close()
      throw error
    }
  }

  return {
    publish(subject, data) {
      sendTraced(subject, (carried) => sendSafely(subject, () => connection.publish(subject, data, carried)))
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
      const attempt = async (): Promise<void> => {
        const { seq } = await sendTraced(subject, publish, { events: about, begins: true })
        events?.stored(seq)
      }
      await attempt().catch(async (error: unknown) => {
        if (!events || !isUnserved(error)) throw error
        await events.ensure()
        await attempt()
      })
    },
    async streamWholeSinceMs() {
      if (!events) throw new Error('this bus has no event stream')
      return events.ensure()
    },
    async consumeEvents({ subject, durable, atOnce = 1 }, handler) {
      if (!events || !options.events) throw new Error('this bus has no event stream')
      const settle = async (message: JsMsg): Promise<void> => {
        const stop = measures?.handled.startTimer({ durable })
        try {
          await receiveTraced(message, () => handler(message, Math.floor(message.info.timestampNanos / 1e6)))
          sendSafely(message.subject, () => message.ack())
          stop?.({ result: 'ok' })
        } catch (error) {
          stop?.({ result: 'failed' })
          log.error({ err: error, subject: message.subject }, 'an event could not be handled yet')
          const tries = message.info.deliveryCount
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
      await settleWithin(DRAIN_WITHIN_MS, connection.drain())
      await connection.close()
    },
  }
}

/** A refused user may not exist yet. */
async function connectFirst({ url, name, echo, log }: BusOptions): Promise<NatsConnection> {
  const attempt = (): Promise<NatsConnection> =>
    connect({
      ...natsServers(url),
      ...CONNECTING,
      name,
      // Private: others must not read replies.
      inboxPrefix: `_INBOX_${name}`,
      noEcho: echo === false,
      // Stacks cost more than requests.
      noAsyncTraces: true,
    })
  return untilItWorks(attempt, log, isRefusedUser)
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
      if (first) log.warn({ err: error }, 'start is waiting for NATS')
      await sleep(TRY_AGAIN_MS)
    }
  }
}

interface ConnectionWatch {
  lost(): void
  restored(): void
  /** Called when the user stays refused. */
  refused(error: Error): void
}

/** Refusals without a connection between them: a changed user may be there a moment later. */
const REFUSALS_MAX = 2

async function watchConnection(connection: NatsConnection, watch: ConnectionWatch): Promise<void> {
  let refusals = 0
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') watch.lost()
    else if (status.type === 'reconnect') {
      refusals = 0
      watch.restored()
    } else if (status.type === 'error' && isRefusedUser(status.error)) {
      refusals += 1
      if (refusals === REFUSALS_MAX) watch.refused(status.error)
    }
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
