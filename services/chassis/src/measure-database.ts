import type { Pool } from 'pg'
import { gauge, Gauge, type Metrics } from './metrics.js'

/** What a pool has and who waits for it, and whether the server behind it answers. */
export function measureDatabase(metrics: Metrics, pool: Pool): void {
  metrics.dependencies.set('postgres', () => pool.query('SELECT 1').then(() => true))
  new Gauge({
    name: 'kla_database_connections',
    help: 'Connections of this process to PostgreSQL, by what they do.',
    labelNames: ['state'] as const,
    registers: [metrics.registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  gauge(metrics, 'kla_database_connections_max', 'Connections to PostgreSQL that this process may have.', function () {
    this.set(pool.options.max)
  })
  gauge(metrics, 'kla_database_waiting', 'Statements that wait for a connection of this process.', function () {
    this.set(pool.waitingCount)
  })
}
