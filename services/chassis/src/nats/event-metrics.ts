import type { ConsumerInfo } from 'nats'
import { seconds, Gauge, type Histogram, type Metrics } from '../metrics.js'

export interface EventMeasures {
  readonly handled: Histogram<'durable' | 'result'>
  /** Reports the durable's backlog from now on. */
  follow(durable: string, info: () => Promise<ConsumerInfo>): void
}

const EVERY_MS = 10_000

/** Handling time and backlog of durable consumers; the backlog is the same for all pods. */
export function measureEvents(metrics: Metrics): EventMeasures {
  const followed = new Map<string, { readonly info: () => Promise<ConsumerInfo>; readAt: number }>()
  new Gauge({
    name: 'kla_events_pending',
    help: 'Events that are stored and that a consumer has not acknowledged, of all pods.',
    labelNames: ['durable'] as const,
    registers: [metrics.registry],
    async collect() {
      await Promise.all(
        [...followed].map(async ([durable, one]) => {
          if (performance.now() - one.readAt < EVERY_MS) return
          one.readAt = performance.now()
          try {
            const { num_pending: waiting, num_ack_pending: underWay } = await one.info()
            this.set({ durable }, waiting + underWay)
          } catch {
            // Unknown must not look like the last value.
            this.remove({ durable })
          }
        }),
      )
    },
  })
  return {
    handled: seconds(metrics, 'kla_events_handled_seconds', 'Time to handle an event, by how it ended: ok or failed.', [
      'durable',
      'result',
    ]),
    follow: (durable, info) => followed.set(durable, { info, readAt: -Infinity }),
  }
}
