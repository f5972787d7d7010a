import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import type { Reader } from '../shared/rpc.js'
import type { ReportState } from '../shared/rules.js'
import { moveToVault, preserve } from './store.js'

const DAY_MS = 86_400_000
/** Retention until moderation sets it, never longer. */
const RETENTION_MAX_MS = 365 * DAY_MS
/** The audit log keeps the record. */
const ENDED_RETENTION_MS = 30 * DAY_MS

/** Report that stills arrive for. */
export interface RecordedReport {
  readonly reportId: number
  readonly reportedId: number
  readonly category: string
  readonly grave: boolean
}

/** Adds the report unless it is known. */
export async function addReport(
  tx: Transaction,
  { reportId, reportedId, category, grave }: RecordedReport,
  nowMs: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO report_states (report_id, category, grave, expires_at_ms, reported_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (report_id) DO NOTHING`,
    [reportId, category, grave, nowMs + RETENTION_MAX_MS, reportedId],
  )
}

/** Locks the report, which only becomes graver, and returns its state. Undefined: it is unknown. */
export async function recordReport(
  tx: Transaction,
  { reportId, category, grave }: RecordedReport,
): Promise<ReportState | undefined> {
  if (grave)
    await tx.query(
      `UPDATE report_states SET category = $2, grave = true WHERE report_id = $1 AND category <> 'possible_minor'`,
      [reportId, category],
    )
  const state = await reportState(tx, reportId, 'FOR UPDATE')
  if (grave && state) await moveToVault(tx, reportId, state)
  return state
}

/**
 * Ignores unknown reports and older versions. Stills of a report that becomes grave move to the vault in the same
 * transaction. They stay there when it is grave no more: the service's role could otherwise read them by such a change.
 */
export const putReportState = (database: Database, state: ReportState): Promise<void> =>
  inTransaction(database, async (tx) => {
    const { reportId, version, category, grave, expiresAtMs, held, hidden, reportedId } = state
    const { rowCount } = await tx.query(
      `UPDATE report_states SET version = $2, category = $3, grave = $4, expires_at_ms = $5, held = $6, hidden = $7,
         reported_id = coalesce($8, reported_id)
       WHERE report_id = $1 AND version < $2`,
      [reportId, version, category, grave, expiresAtMs, held, hidden, reportedId ?? null],
    )
    if (!rowCount || !grave) return
    await moveToVault(tx, reportId, state)
    await preserve(tx, reportId, state)
  })

export async function reportState(
  reader: Reader,
  reportId: number,
  lock: '' | 'FOR SHARE' | 'FOR UPDATE' = '',
): Promise<ReportState | undefined> {
  const { rows } = await reader.query<Omit<ReportState, 'reportedId'> & { readonly reportedId: number | null }>(
    `SELECT report_id AS "reportId", version, category, grave, expires_at_ms AS "expiresAtMs", held, hidden,
       reported_id AS "reportedId"
     FROM report_states WHERE report_id = $1 ${lock}`,
    [reportId],
  )
  const [row] = rows
  return row && { ...row, reportedId: row.reportedId ?? undefined }
}

const BATCH = 100

/** Erases expired stills that are neither held nor preserved, in both places. Returns how many. */
const eraseBatch = (database: Database, nowMs: number): Promise<number> =>
  inTransaction(database, async (tx) => {
    // The locks exclude a concurrent hold.
    const { rows } = await tx.query<{ reportId: number }>(
      `SELECT report_id AS "reportId" FROM report_states AS s
       WHERE expires_at_ms <= $1 AND NOT held AND EXISTS (
         SELECT FROM evidence AS e LEFT JOIN vault_bytes AS b USING (seq)
         WHERE e.report_id = s.report_id AND e.erased_at_ms IS NULL
           AND (e.sealed IS NOT NULL OR b.preserve_until_ms <= $1))
       LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [nowMs],
    )
    if (rows.length === 0) return 0
    const due = [nowMs, rows.map(({ reportId }) => reportId)]
    await tx.query(
      `UPDATE vault_bytes SET sealed = NULL, erased_at_ms = $1
       WHERE report_id = ANY($2) AND erased_at_ms IS NULL AND preserve_until_ms <= $1`,
      due,
    )
    const { rowCount } = await tx.query(
      `UPDATE evidence AS e SET sealed = NULL, erased_at_ms = $1
       WHERE report_id = ANY($2) AND erased_at_ms IS NULL AND (sealed IS NOT NULL
         OR EXISTS (SELECT FROM vault_bytes AS b WHERE b.seq = e.seq AND b.erased_at_ms IS NOT NULL))`,
      due,
    )
    return rowCount ?? 0
  })

/** Erases expired stills, then useless rows. Returns how many stills. */
export async function sweepVault(database: Database, nowMs: number): Promise<number> {
  let erased = 0
  for (let batch = -1; batch !== 0; erased += batch) batch = await eraseBatch(database, nowMs)
  await inTransaction(database, async (tx) => {
    await tx.query('DELETE FROM places WHERE until_ms <= $1', [nowMs - DAY_MS])
    await tx.query('DELETE FROM openings WHERE until_ms <= $1', [nowMs - ENDED_RETENTION_MS])
    await tx.query(
      `DELETE FROM report_states AS s
       WHERE expires_at_ms <= $1 AND NOT held
         AND NOT EXISTS (SELECT FROM places AS p WHERE p.report_id = s.report_id)
         AND NOT EXISTS (SELECT FROM evidence AS e WHERE e.report_id = s.report_id AND e.erased_at_ms IS NULL)`,
      [nowMs],
    )
  })
  return erased
}
