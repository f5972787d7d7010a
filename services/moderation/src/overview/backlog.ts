import { createCachedReading, type Database, Gauge, type Metrics } from '@kla/chassis'

interface Backlog {
  readonly childSafety: number
  readonly childSafetyOldest: number
  readonly reports: number
  readonly reportsOldest: number
  readonly tickets: number
  readonly ticketsOldest: number
}

const BACKLOG_FIELDS = [
  'childSafety',
  'childSafetyOldest',
  'reports',
  'reportsOldest',
  'tickets',
  'ticketsOldest',
] as const satisfies readonly (keyof Backlog)[]

const STATEMENT = `
  WITH waiting AS (
    SELECT grave, created_at FROM reports WHERE status = 'pending' AND hidden_at IS NULL
  )
  SELECT
    (SELECT count(*) FROM waiting WHERE grave) AS "childSafety",
    (SELECT extract(epoch FROM now() - min(created_at)) FROM waiting WHERE grave)::float8 AS "childSafetyOldest",
    (SELECT count(*) FROM waiting WHERE NOT grave) AS reports,
    (SELECT extract(epoch FROM now() - min(created_at)) FROM waiting WHERE NOT grave)::float8 AS "reportsOldest",
    (SELECT count(*) FROM tickets WHERE NOT resolved) AS tickets,
    (SELECT extract(epoch FROM now() - created_at) FROM tickets
     WHERE NOT resolved ORDER BY id LIMIT 1)::float8 AS "ticketsOldest"`

/** Treats times ahead of the database's clock as now. */
export const createReadBacklog = (database: Database) => async (): Promise<Backlog> => {
  const { rows } = await database.query<Record<keyof Backlog, number | null>>(STATEMENT)
  const [row] = rows
  return Object.fromEntries(BACKLOG_FIELDS.map((field) => [field, Math.max(0, row?.[field] ?? 0)])) as Record<
    keyof Backlog,
    number
  >
}

const EVERY_MS = 30_000

type Queue = 'child-safety' | 'reports' | 'tickets'

/** Same on all pods: take the maximum. */
export function measureBacklog(metrics: Metrics, readBacklog: () => Promise<Backlog>): void {
  const read = createCachedReading(BACKLOG_FIELDS, readBacklog, { everyMs: EVERY_MS })
  const byQueue = (name: string, help: string, fields: Readonly<Record<Queue, keyof Backlog>>) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'] as const,
      registers: [metrics.registry],
      async collect() {
        const backlog = await read()
        for (const [queue, field] of Object.entries(fields)) this.set({ queue }, backlog[field])
      },
    })
  byQueue('kla_moderation_waiting', 'Pending reports and unresolved tickets, by queue.', {
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
