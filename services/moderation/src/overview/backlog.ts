import { createCachedReading, type Database, Gauge, type Metrics } from '@kla/chassis'

interface Backlog {
  readonly childSafety: number
  readonly childSafetyOldest: number
  readonly reports: number
  readonly reportsOldest: number
  readonly tickets: number
  readonly ticketsOldest: number
  readonly graveJobs: number
  readonly graveJobsOverdue: number
  readonly jobs: number
  readonly jobsOverdue: number
  readonly appeals: number
  readonly appealsOverdue: number
}

const BACKLOG_FIELDS = [
  'childSafety',
  'childSafetyOldest',
  'reports',
  'reportsOldest',
  'tickets',
  'ticketsOldest',
  'graveJobs',
  'graveJobsOverdue',
  'jobs',
  'jobsOverdue',
  'appeals',
  'appealsOverdue',
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
     WHERE NOT resolved ORDER BY id LIMIT 1)::float8 AS "ticketsOldest",
    desk.*, appealed.*
  FROM (
    SELECT count(*) FILTER (WHERE grave) AS "graveJobs", count(*) FILTER (WHERE grave AND due_at <= now()) AS "graveJobsOverdue",
      count(*) FILTER (WHERE NOT grave) AS jobs, count(*) FILTER (WHERE NOT grave AND due_at <= now()) AS "jobsOverdue"
    FROM jobs WHERE closed_at IS NULL
  ) AS desk, (
    SELECT count(*) AS appeals, count(*) FILTER (WHERE due_at <= now()) AS "appealsOverdue"
    FROM appeals WHERE state = 'open'
  ) AS appealed`

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
type DeskQueue = 'child-safety' | 'reports' | 'appeals'

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
  const byState: readonly { queue: DeskQueue; open: keyof Backlog; overdue: keyof Backlog }[] = [
    { queue: 'child-safety', open: 'graveJobs', overdue: 'graveJobsOverdue' },
    { queue: 'reports', open: 'jobs', overdue: 'jobsOverdue' },
    { queue: 'appeals', open: 'appeals', overdue: 'appealsOverdue' },
  ]
  void new Gauge({
    name: 'kla_moderation_jobs',
    help: 'Open jobs and appeals, and those of them that are overdue, by queue.',
    labelNames: ['queue', 'state'] as const,
    registers: [metrics.registry],
    async collect() {
      const backlog = await read()
      for (const { queue, open, overdue } of byState) {
        this.set({ queue, state: 'open' }, backlog[open])
        this.set({ queue, state: 'overdue' }, backlog[overdue])
      }
    },
  })
}
