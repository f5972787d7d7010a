import { gauge, type Metrics } from './metrics.js'
import type { Database } from './pg.js'
import { createReading } from './reading.js'

/** Often enough for an alert that waits minutes. */
const EVERY_MS = 5_000

/** How much of an outbox waits, and since when. It is the same for all pods of a service: take the maximum. */
export function measureOutbox(metrics: Metrics, database: Database): void {
  const read = createReading(
    ['unsent', 'oldest'],
    async () => {
      const { rows } = await database.query<{ unsent: number; oldest: number }>(
        `SELECT count(*) AS unsent, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
         FROM outbox WHERE sent_at IS NULL`,
      )
      return rows[0] ?? { unsent: NaN, oldest: NaN }
    },
    { everyMs: EVERY_MS },
  )
  gauge(metrics, 'kla_outbox_unsent', 'Facts stored and not yet published, of all pods.', async function () {
    this.set((await read()).unsent)
  })
  gauge(metrics, 'kla_outbox_oldest_seconds', 'Age of the oldest of them; 0: there is none.', async function () {
    this.set((await read()).oldest)
  })
}
