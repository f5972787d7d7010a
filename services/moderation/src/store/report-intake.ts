import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import { REPORT_MERGE_MS, type ReportCategory } from '@kla/proto/web'
import { graver, isOneReport, isRepeat, mergedReason, type Said } from '../domain/reports/merge.js'
import type { Submission } from '../domain/reports/submission.js'
import { isGrave } from '../domain/retention.js'

/** Where reports come in. */
export interface ReportIntake {
  /**
   * Stores a submission: into the report that the same person has made of the same one within a minute, as long as
   * nobody has decided or deleted that, else as a report of its own. Answers the report's id.
   */
  submit(submission: Submission): Promise<number>
}

export const createReportIntake = (database: Database): ReportIntake => ({
  submit: (submission) =>
    inTransaction(database, async (tx) => {
      await lockPair(tx, submission)
      const open = await openReport(tx, submission)
      if (!open) return insertReport(tx, submission)
      const said = await saidIn(tx, open.id)
      if (!isRepeat(said, submission)) await merge(tx, open, said, submission)
      return open.id
    }),
})

interface OpenReport {
  readonly id: number
  readonly createdAtMs: number
  readonly category: ReportCategory
}

/** Until the end of the transaction nobody else stores what this person reports of that one. */
async function lockPair(tx: Transaction, { reporterId, reportedId }: Submission): Promise<void> {
  const pair = `reports ${reporterId} ${reportedId}`
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || $1, 0))`, [pair])
}

async function openReport(tx: Transaction, submission: Submission): Promise<OpenReport | undefined> {
  const { reporterId, reportedId, submittedAtMs } = submission
  const { rows } = await tx.query<{ id: number; created_at: Date; category: ReportCategory }>(
    `SELECT id, created_at, category FROM reports
     WHERE reporter_id = $1 AND reported_id = $2 AND created_at BETWEEN $3 AND $4 AND status = 'pending'
       AND hidden_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT 1 FOR UPDATE`,
    [reporterId, reportedId, new Date(submittedAtMs - REPORT_MERGE_MS), new Date(submittedAtMs + REPORT_MERGE_MS)],
  )
  const [row] = rows
  if (!row || !isOneReport(row.created_at.getTime(), submittedAtMs)) return undefined
  return { id: row.id, createdAtMs: row.created_at.getTime(), category: row.category }
}

async function saidIn(tx: Transaction, reportId: number): Promise<Said[]> {
  const { rows } = await tx.query<{ submitted_at: Date; category: ReportCategory; reason: string }>(
    'SELECT submitted_at, category, reason FROM report_submissions WHERE report_id = $1',
    [reportId],
  )
  return rows.map(({ submitted_at, category, reason }) => ({ submittedAtMs: submitted_at.getTime(), category, reason }))
}

async function merge(
  tx: Transaction,
  open: OpenReport,
  before: readonly Said[],
  submission: Submission,
): Promise<void> {
  const said = [...before, submission]
  await insertSubmission(tx, open.id, submission)
  await tx.query('UPDATE reports SET category = $2, reason = $3, submissions = $4, created_at = $5 WHERE id = $1', [
    open.id,
    // An administrator may have put it into another category meanwhile.
    graver(open.category, submission.category),
    mergedReason(said),
    said.length,
    new Date(Math.min(open.createdAtMs, submission.submittedAtMs)),
  ])
}

async function insertReport(tx: Transaction, submission: Submission): Promise<number> {
  const { reporterId, reportedId, category, reason, submittedAtMs } = submission
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
     VALUES (nextval('${isGrave(category) ? 'grave_report_ids' : 'report_ids'}'), $1, $2, $3, $4, $5) RETURNING id`,
    [new Date(submittedAtMs), reporterId, reportedId, category, reason],
  )
  const { id } = rows[0] as { id: number }
  await insertSubmission(tx, id, submission)
  return id
}

async function insertSubmission(tx: Transaction, reportId: number, submission: Submission): Promise<void> {
  const { submittedAtMs, category, reason, context } = submission
  await tx.query(
    'INSERT INTO report_submissions (report_id, submitted_at, category, reason, context) VALUES ($1, $2, $3, $4, $5)',
    [reportId, new Date(submittedAtMs), category, reason, context ? JSON.stringify(context) : null],
  )
}
