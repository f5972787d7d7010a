import { type Database, inTransaction } from '@kla/chassis'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import type { DeskBatch } from './rules.js'

/** Erases rows of the desk that are over. */
export interface DeskErasingStore {
  /**
   * Erases up to `limit` rows, or the notes of that many accounts, that were over by `untilMs`. Concurrent calls share the
   * work. Erased account notes leave an audit entry for each account.
   */
  erase(
    batch: DeskBatch,
    untilMs: number,
    options: { readonly limit: number; readonly entryOf: (accountId: number) => AuditEntry },
  ): Promise<number>
}

const closedJobs = (grave: boolean): string => `
DELETE FROM jobs WHERE id = ANY(ARRAY(
  SELECT id FROM jobs WHERE closed_at <= $1 AND ${grave ? 'grave' : 'NOT grave'}
    AND NOT EXISTS (SELECT FROM decisions WHERE job_id = jobs.id)
  ORDER BY closed_at LIMIT $2 FOR UPDATE SKIP LOCKED
))`

const STATEMENTS: Readonly<Record<Exclude<DeskBatch, 'account notes'>, string>> = {
  jobs: closedJobs(false),
  'grave jobs': closedJobs(true),
  duties: `
DELETE FROM duties WHERE id = ANY(ARRAY(
  SELECT id FROM duties WHERE until <= $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED
))`,
  'hard looks': `
DELETE FROM hard_looks WHERE (administrator_id, job_id) IN (
  SELECT administrator_id, job_id FROM hard_looks WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
)`,
  'report batches': `
DELETE FROM report_batches WHERE id = ANY(ARRAY(
  SELECT id FROM report_batches WHERE closed_at <= $1 ORDER BY closed_at LIMIT $2 FOR UPDATE SKIP LOCKED
))`,
  'handover notes': `
DELETE FROM notes WHERE id = ANY(ARRAY(
  SELECT id FROM notes WHERE kind = 'handover' AND at <= $1 ORDER BY seq LIMIT $2
))`,
}

// A thread lasts as long as its newest note.
const ACCOUNT_NOTES = `
WITH erased AS (
  DELETE FROM notes WHERE kind = 'account' AND subject_id = ANY(ARRAY(
    SELECT subject_id FROM notes WHERE kind = 'account' GROUP BY subject_id HAVING max(at) <= $1
    ORDER BY subject_id LIMIT $2
  )) AND at <= $1 RETURNING subject_id
)
SELECT DISTINCT subject_id FROM erased ORDER BY subject_id`

export const createDeskErasingStore = (database: Database): DeskErasingStore => ({
  async erase(batch, untilMs, { limit, entryOf }) {
    const values = [new Date(untilMs), limit]
    if (batch !== 'account notes') return (await database.query(STATEMENTS[batch], values)).rowCount ?? 0
    return inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ subject_id: number }>(ACCOUNT_NOTES, values)
      await appendAudit(
        tx,
        rows.map(({ subject_id: accountId }) => entryOf(accountId)),
      )
      return rows.length
    })
  },
})
