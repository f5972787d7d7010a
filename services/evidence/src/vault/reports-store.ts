import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import type { Reader } from '../shared/rpc.js'
import type { ReportState } from '../shared/rules.js'

const DAY_MS = 86_400_000
/** Retention until moderation sets it, never longer. */
const RETENTION_MAX_MS = 365 * DAY_MS
/** The audit log keeps the record. */
const ENDED_RETENTION_MS = 30 * DAY_MS

/** Report that stills arrive for. */
export interface RecordedReport {
  readonly reportId: number
  readonly category: string
  readonly grave: boolean
}

/** Adds and locks the report. A known report only becomes graver. */
export async function recordReport(
  tx: Transaction,
  { reportId, category, grave }: RecordedReport,
  nowMs: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO report_states AS known (report_id, category, grave, expires_at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (report_id) DO UPDATE SET category = excluded.category, grave = true
     WHERE excluded.grave AND known.category <> 'possible_minor'`,
    [reportId, category, grave, nowMs + RETENTION_MAX_MS],
  )
}

/** Ignores unknown reports and older versions. */
export async function putReportState(database: Reader, state: ReportState): Promise<void> {
  const { reportId, version, category, grave, expiresAtMs, held, hidden } = state
  await database.query(
    `UPDATE report_states SET version = $2, category = $3, grave = $4, expires_at_ms = $5, held = $6, hidden = $7
     WHERE report_id = $1 AND version < $2`,
    [reportId, version, category, grave, expiresAtMs, held, hidden],
  )
}

export async function reportState(
  reader: Reader,
  reportId: number,
  lock: '' | 'FOR SHARE' | 'FOR UPDATE' = '',
): Promise<ReportState | undefined> {
  const { rows } = await reader.query<ReportState>(
    `SELECT report_id AS "reportId", version, category, grave, expires_at_ms AS "expiresAtMs", held, hidden
     FROM report_states WHERE report_id = $1 ${lock}`,
    [reportId],
  )
  return rows[0]
}

const BATCH = 100

/** Erases expired stills that are not held, then useless rows. Returns how many stills. */
export async function sweepVault(database: Database, nowMs: number): Promise<number> {
  let erased = 0
  for (;;) {
    // The locks exclude a concurrent hold.
    const { rowCount } = await database.query(
      `WITH due AS (
         SELECT report_id FROM report_states AS s
         WHERE expires_at_ms <= $1 AND NOT held
           AND EXISTS (SELECT FROM evidence AS e WHERE e.report_id = s.report_id AND e.sealed IS NOT NULL)
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       )
       UPDATE evidence SET sealed = NULL, erased_at_ms = $1
       WHERE sealed IS NOT NULL AND report_id IN (SELECT report_id FROM due)`,
      [nowMs],
    )
    erased += rowCount ?? 0
    if (!rowCount) break
  }
  await inTransaction(database, async (tx) => {
    await tx.query('DELETE FROM places WHERE until_ms <= $1', [nowMs - DAY_MS])
    await tx.query('DELETE FROM openings WHERE until_ms <= $1', [nowMs - ENDED_RETENTION_MS])
    await tx.query(
      `DELETE FROM report_states AS s
       WHERE expires_at_ms <= $1 AND NOT held
         AND NOT EXISTS (SELECT FROM places AS p WHERE p.report_id = s.report_id)
         AND NOT EXISTS (SELECT FROM evidence AS e WHERE e.report_id = s.report_id AND e.sealed IS NOT NULL)`,
      [nowMs],
    )
  })
  return erased
}
