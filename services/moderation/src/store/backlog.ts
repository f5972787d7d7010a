import type { Database } from '@kla/chassis'
import { BACKLOG_PARTS, type Backlog } from '../domain/backlog.js'

// Each part is found in an index alone: reports_by_status, tickets_by_resolved.
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

/** Reads what waits. A time ahead of the database's clock counts as now. */
export const createReadBacklog = (database: Database) => async (): Promise<Backlog> => {
  const { rows } = await database.query<Record<keyof Backlog, number | null>>(STATEMENT)
  const [row] = rows
  return Object.fromEntries(BACKLOG_PARTS.map((part) => [part, Math.max(0, row?.[part] ?? 0)])) as Record<
    keyof Backlog,
    number
  >
}
