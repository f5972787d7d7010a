import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import type { Visibility } from '../shared/rules.js'
import { changesStills, raiseStates } from '../stills/index.js'
import type { Report } from './rules/decision.js'
import { REPORT_COLUMNS, reportOf, seenBy, type ReportRow } from './store.js'

/** Commits with audit entries. Invisible reports are skipped. */
export interface ReportChanges {
  /** Reports for which `decide` returns undefined stay. */
  change(ids: readonly number[], visibility: Visibility, decide: (report: Report) => Decided | undefined): Promise<Report[]>
}

export interface Decided {
  readonly after: Report
  readonly entry: AuditEntry
}

export const createReportChanges = (database: Database): ReportChanges => ({
  change: (ids, visibility, decide) =>
    inTransaction(database, async (tx) => {
      const reports = await lockReports(tx, ids, visibility)
      const decided = reports.flatMap((before) => {
        const one = decide(before)
        return one ? [{ before, ...one }] : []
      })
      await update(
        tx,
        decided.map(({ after }) => after),
      )
      const changed = decided.filter(({ before, after }) => changesStills(before, after))
      await raiseStates(
        tx,
        changed.map(({ after }) => after.id),
      )
      await appendAudit(
        tx,
        decided.map(({ entry }) => entry),
      )
      return decided.map(({ after }) => after)
    }),
})

/** Ordered, so that two transactions cannot deadlock. */
export async function lockReports(tx: Transaction, ids: readonly number[], visibility: Visibility): Promise<Report[]> {
  const { rows } = await tx.query<ReportRow>(
    `SELECT ${REPORT_COLUMNS} FROM reports WHERE id = ANY($1) AND ${seenBy(visibility)} ORDER BY id FOR UPDATE`,
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
