import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import type { AuditEntry } from '../audit/rules/entry.js'
import type { Report } from './rules/decision.js'
import { appendAudit } from '../audit/log-store.js'
import { REPORT_COLUMNS, reportOf, seenBy, type ReportRow, type Sight } from './store.js'

/** What administrators do to reports; each change and its audit entry are one. Reports out of sight are passed over. */
export interface ReportChanges {
  /** Stores what `decide` makes of each report; where it makes nothing of one, that stays. Answers those changed. */
  change(ids: readonly number[], sight: Sight, decide: (report: Report) => Decided | undefined): Promise<Report[]>
}

export interface Decided {
  readonly after: Report
  readonly entry: AuditEntry
}

export const createReportChanges = (database: Database): ReportChanges => ({
  change: (ids, sight, decide) =>
    inTransaction(database, async (tx) => {
      const reports = await lockReports(tx, ids, sight)
      const decided = reports.map(decide).filter((one) => one !== undefined)
      await update(
        tx,
        decided.map(({ after }) => after),
      )
      await appendAudit(
        tx,
        decided.map(({ entry }) => entry),
      )
      return decided.map(({ after }) => after)
    }),
})

/** Always in the same order, so that two who want the same reports wait for each other and not both. */
export async function lockReports(tx: Transaction, ids: readonly number[], sight: Sight): Promise<Report[]> {
  const { rows } = await tx.query<ReportRow>(
    `SELECT ${REPORT_COLUMNS} FROM reports WHERE id = ANY($1) AND ${seenBy(sight)} ORDER BY id FOR UPDATE`,
    [ids],
  )
  return rows.map(reportOf)
}

async function update(tx: Transaction, reports: readonly Report[]): Promise<void> {
  const each = <T>(of: (report: Report) => T): T[] => reports.map(of)
  await tx.query(
    `UPDATE reports SET category = changed.category, status = changed.status, notes = changed.notes,
       reviewed_at = changed.reviewed_at, reviewed_by = changed.reviewed_by
     FROM unnest($1::bigint[], $2::report_category[], $3::report_status[], $4::text[], $5::timestamptz[], $6::text[])
       AS changed (id, category, status, notes, reviewed_at, reviewed_by)
     WHERE reports.id = changed.id`,
    [
      each(({ id }) => id),
      each(({ category }) => category),
      each(({ status }) => status),
      each(({ notes }) => notes),
      each(({ reviewedAtMs }) => (reviewedAtMs === undefined ? null : new Date(reviewedAtMs))),
      each(({ reviewedBy }) => reviewedBy),
    ],
  )
}
