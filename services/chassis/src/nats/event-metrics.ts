import type { ConsumerInfo } from '@nats-io/jetstream'
import { type Counter, counter, Gauge, type Histogram, type Metrics, seconds } from '../metrics.js'

/** Metrics that tell how a process handles the events of its consumers. */
export interface EventMeasures {
  readonly handled: Histogram<'durable' | 'result'>
  readonly recreated: Counter<'resource'>
  /** Reports the durable from now on. */
  follow(durable: string, consumer: Followed): void
}

interface Followed {
  readonly fetching: () => boolean
  readonly info: () => Promise<ConsumerInfo>
}

const EVERY_MS = 10_000

/** Measures durables; the backlog is the same for all pods. */
export function measureEvents(metrics: Metrics): EventMeasures {
  const followed = new Map<string, Followed & { readonly known: () => Promise<ConsumerInfo | undefined> }>()
  const registers = [metrics.registry]
  const ofAllPods = (name: string, help: string, count: (info: ConsumerInfo) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['durable'] as const,
      registers,
      async collect() {
        await Promise.all(
          [...followed].map(async ([durable, { known }]) => {
            const info = await known()
            if (info) this.set({ durable }, count(info))
            else this.remove({ durable })
          }),
        )
      },
    })
  ofAllPods(
    'kla_events_pending',
    'Events that are stored and that a consumer has not acknowledged, of all pods.',
    ({ num_pending: waiting, num_ack_pending: underWay }) => waiting + underWay,
  )
  ofAllPods(
    'kla_events_redelivered',
    'Events that a consumer has received more than once and not acknowledged, of all pods.',
    ({ num_redelivered: redelivered }) => redelivered,
  )
  new Gauge({
    name: 'kla_events_consuming',
    help: 'Whether this process receives the events of a durable, and the server has it: 1 or 0.',
    labelNames: ['durable'] as const,
    registers,
    async collect() {
      await Promise.all(
        [...followed].map(async ([durable, { known, fetching }]) => {
          const present = (await known()) !== undefined
          this.set({ durable }, present && fetching() ? 1 : 0)
        }),
      )
    },
  })
  return {
    handled: seconds(metrics, 'kla_events_handled_seconds', 'Time to handle an event, by how it ended: ok or failed.', [
      'durable',
      'result',
    ]),
    recreated: counter(
      metrics,
      'kla_events_recreated_total',
      'How often the event stream or a durable was gone and this process created it again.',
      ['resource'],
    ),
    follow: (durable, consumer) => followed.set(durable, { ...consumer, known: infoOf(consumer) }),
  }
}

function infoOf({ info }: Followed): () => Promise<ConsumerInfo | undefined> {
  let readAt = -Infinity
  let last: Promise<ConsumerInfo | undefined> = Promise.resolve(undefined)
  return () => {
    if (performance.now() - readAt >= EVERY_MS) {
      readAt = performance.now()
      last = info().catch(() => undefined)
    }
    return last
  }
}
