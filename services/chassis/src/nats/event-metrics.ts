import type { ConsumerInfo } from 'nats'
import { seconds, Gauge, type Histogram, type Metrics } from '../metrics.js'

export interface FactMeasures {
  readonly handled: Histogram<'durable' | 'result'>
  /** From now on the durable's backlog is read with every scrape, by `info`. */
  follow(durable: string, info: () => Promise<ConsumerInfo>): void
}

/** The server is asked at most this often, however many scrape. */
const EVERY_MS = 10_000

/** How long facts take to handle, and how many wait: stored and not acknowledged, the same for all pods of a durable. */
export function measureFacts(metrics: Metrics): FactMeasures {
  const followed = new Map<string, { readonly info: () => Promise<ConsumerInfo>; readAt: number }>()
  new Gauge({
    name: 'kla_facts_pending',
    help: 'Facts that are stored and that a consumer has not acknowledged, of all pods.',
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
            // What is not known must not look like what was.
            this.remove({ durable })
          }
        }),
      )
    },
  })
  return {
    handled: seconds(metrics, 'kla_facts_handled_seconds', 'Time to handle a fact, by how it ended: ok or failed.', [
      'durable',
      'result',
    ]),
    follow: (durable, info) => followed.set(durable, { info, readAt: -Infinity }),
  }
}
