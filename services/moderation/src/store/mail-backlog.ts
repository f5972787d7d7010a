import type { Database } from '@kla/chassis'
import type { MailBacklog } from '../mails/metrics.js'

// Each part is found in an index of the rows that it counts.
const STATEMENT = `
  SELECT
    (SELECT count(*) FROM mails WHERE state = 'waiting') AS waiting,
    (SELECT count(*) FROM mails WHERE state = 'unsure') AS unsure,
    (SELECT extract(epoch FROM now() - min(created_at)) FROM mails WHERE state = 'waiting')::float8 AS oldest`

/** Reads how letters stand. A time ahead of the database's clock counts as now. */
export const createReadMailBacklog = (database: Database) => async (): Promise<MailBacklog> => {
  const { rows } = await database.query<{ waiting: number; unsure: number; oldest: number | null }>(STATEMENT)
  const { waiting = 0, unsure = 0, oldest = 0 } = rows[0] ?? {}
  return { waiting, unsure, oldest: Math.max(0, oldest ?? 0) }
}
