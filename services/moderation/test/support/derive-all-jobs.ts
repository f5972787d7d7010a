import { type Database, inTransaction } from '@kla/chassis'
import { deriveJobs } from '../../src/jobs/index.js'

/** Accounts in a transaction; each takes a lock. */
const AT_ONCE = 200

/** Opens the jobs of reports that a test has inserted by SQL. */
export async function deriveAllJobs(database: Database, nowMs = Date.now()): Promise<void> {
  const { rows } = await database.query<{ reported_id: number }>(
    `SELECT DISTINCT reported_id FROM reports WHERE status = 'pending' AND hidden_at IS NULL ORDER BY reported_id`,
  )
  const subjects = rows.map(({ reported_id }) => reported_id)
  for (let at = 0; at < subjects.length; at += AT_ONCE)
    await inTransaction(database, (tx) => deriveJobs(tx, subjects.slice(at, at + AT_ONCE), nowMs))
}
