import { createReading, Gauge, type Metrics } from '@kla/chassis'
import { BACKLOG_PARTS, type Backlog } from './domain/backlog.js'

const EVERY_MS = 30_000

type Queue = 'child-safety' | 'reports' | 'tickets'

/** What waits for moderators. The same for all pods: take the maximum. */
export function measureBacklog(metrics: Metrics, readBacklog: () => Promise<Backlog>): void {
  const read = createReading(BACKLOG_PARTS, readBacklog, { everyMs: EVERY_MS })
  const byQueue = (name: string, help: string, parts: Readonly<Record<Queue, keyof Backlog>>) =>
    new Gauge({
      ...{ name, help, labelNames: ['queue'] as const, registers: [metrics.registry] },
      async collect() {
        const backlog = await read()
        for (const [queue, part] of Object.entries(parts)) this.set({ queue }, backlog[part])
      },
    })
  byQueue('kla_moderation_waiting', 'Reports nobody has decided on and tickets nobody has resolved, by queue.', {
    'child-safety': 'childSafety',
    reports: 'reports',
    tickets: 'tickets',
  })
  byQueue('kla_moderation_waiting_oldest_seconds', 'Age of the oldest of them, by queue; 0: there is none.', {
    'child-safety': 'childSafetyOldest',
    reports: 'reportsOldest',
    tickets: 'ticketsOldest',
  })
}
