import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, ConsumerNotification, JetStreamClient, JsMsg } from '@nats-io/jetstream'
import type { Logger } from '../logger.js'
import { settleWithin, SHUTDOWN_TIMEOUT_MS } from '../timeout.js'

/** A running consumer of one durable. */
export interface EventConsumer {
  /** Waits for the event in flight, up to a timeout. */
  close(): Promise<void>
}

/** A consumer that reports whether it fetches, and restarts. */
export interface FollowedConsumer extends EventConsumer {
  fetching(): boolean
  /** Handles fetched events and fetches again. */
  restart(): void
}

export interface ConsumerDeps {
  readonly jetstream: JetStreamClient
  readonly stream: string
  readonly durable: string
  readonly ensure: () => Promise<void>
  readonly connected: () => boolean
  readonly ended: () => boolean
  readonly settle: (message: JsMsg) => Promise<void>
  readonly atOnce: number
  readonly log: Logger
}

const TRY_AGAIN_MS = 300

type Notified = ConsumerNotification['type']

/** Fetched events can no longer be acknowledged. */
const GONE: ReadonlySet<Notified> = new Set<Notified>(['consumer_deleted', 'consumer_not_found', 'stream_not_found'])
/** The client alone would retry too long. */
const SILENT: ReadonlySet<Notified> = new Set<Notified>(['no_responders', 'heartbeats_missed'])

/** Restarts whenever delivery is in doubt. */
export function followConsumer(deps: ConsumerDeps): FollowedConsumer {
  const { jetstream, stream, durable, ensure, connected, ended, settle, atOnce, log } = deps
  let current: ConsumerMessages | undefined
  let stopped = false
  let complained = false
  const underWay = new Set<Promise<void>>()

  async function fetch(): Promise<void> {
    await ensure()
    const consumer = await jetstream.consumers.get(stream, durable)
    const messages = await consumer.consume({
      max_messages: 50,
      expires: 5_000,
      idle_heartbeat: 1_000,
      abort_on_missing_resource: true,
    })
    current = messages
    complained = false
    let gone = false
    void watch(messages, () => (gone = true))
    // Closed meanwhile: the loop below would wait forever.
    if (stopped) void messages.close()
    try {
      for await (const message of messages) {
        if (gone) continue
        const settling = settle(message).finally(() => underWay.delete(settling))
        underWay.add(settling)
        if (underWay.size >= atOnce) await Promise.race(underWay)
      }
    } finally {
      current = undefined
    }
  }

  async function watch(messages: ConsumerMessages, gone: () => void): Promise<void> {
    for await (const { type } of messages.status()) {
      if (GONE.has(type)) gone()
      else if (!SILENT.has(type)) continue
      log.warn({ durable, why: type }, 'no events delivered; looking up the consumer again')
      void messages.close()
      return
    }
  }

  const loop = (async () => {
    while (!stopped && !ended()) {
      if (connected()) {
        await fetch().catch((error: unknown) => {
          if (stopped || ended()) return
          if (!complained) log.warn({ err: error, durable }, 'events cannot be consumed right now')
          complained = true
        })
      }
      if (!stopped) await sleep(TRY_AGAIN_MS)
    }
  })()

  return {
    fetching: () => current !== undefined,
    restart: () => void current?.close(),
    async close() {
      stopped = true
      const finished = async (): Promise<void> => {
        await current?.close()
        await loop
        await Promise.all(underWay)
      }
      await settleWithin(SHUTDOWN_TIMEOUT_MS, finished())
    },
  }
}
