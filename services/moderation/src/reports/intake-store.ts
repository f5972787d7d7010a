import {
  type Database,
  defineScript,
  insertEvent,
  inTransaction,
  newId,
  type Redis,
  type Transaction,
} from '@kla/chassis'
import { ReportSubmitted, subjects } from '@kla/proto'
import { REPORT_MERGE_MS, type ReportCategory, REPORTS_PER_MINUTE } from '@kla/proto/web'
import { deriveJobs } from '../jobs/index.js'
import { isGrave } from '../shared/rules.js'
import { bumpStateVersions } from '../stills/index.js'
import type { MergedReport, OpenReport, StoredReport, Submission, SubmittedReason } from './rules/submission.js'

/** Reports of one reporter, locked against concurrent submissions. */
export interface ReporterReports {
  storedBy(submission: Submission): Promise<StoredReport | undefined>
  countSince(sinceMs: number): Promise<number>
  /** Must be equally grave: merging would hide it from some administrators. */
  openAround(submission: Submission): Promise<OpenReport | undefined>
  reasonsIn(reportId: number): Promise<SubmittedReason[]>
  merge(reportId: number, submission: Submission, merged: MergedReport): Promise<void>
  insert(id: number, submission: Submission): Promise<boolean>
}

/** Runs submissions of one reporter one after another. */
export interface IntakeStore {
  ofReporter<T>(reporterId: number, work: (reports: ReporterReports) => Promise<T>): Promise<T>
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || $1, 0))`

const COUNT = `
SELECT count(*) AS submissions FROM report_submissions JOIN reports ON reports.id = report_id
WHERE reporter_id = $1 AND submitted_at > $2`

const STORED_BY = `
SELECT reports.id, reports.category FROM report_submissions JOIN reports ON reports.id = report_id
WHERE request_id = $1 AND reporter_id = $2 AND reported_id = $3`

const OPEN = `
SELECT id, created_at, category FROM reports
WHERE reporter_id = $1 AND reported_id = $2 AND created_at BETWEEN $3 AND $4 AND status = 'pending'
  AND hidden_at IS NULL AND grave = $5
ORDER BY created_at DESC, id DESC LIMIT 1 FOR UPDATE`

const REASONS = 'SELECT submitted_at, reason FROM report_submissions WHERE report_id = $1'
// Counts as a change: no administrator decides on an older text.
const MERGE = `
UPDATE reports SET category = $2, reason = $3, submissions = $4, created_at = $5, changed_at = $6, changed_by_id = 0,
  changed_by = ''
WHERE id = $1`

const MERGE_CATEGORIES = `
INSERT INTO merged_categories (category, report_id)
SELECT DISTINCT category, report_id FROM report_submissions WHERE report_id = $1 ON CONFLICT DO NOTHING`

const INSERT = `
INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`

const INSERT_SUBMISSION = `
INSERT INTO report_submissions (report_id, submitted_at, category, reason, request_id, context)
VALUES ($1, $2, $3, $4, $5, $6)`

export const createIntakeStore = (database: Database): IntakeStore => ({
  ofReporter: (reporterId, work) =>
    inTransaction(database, async (tx) => {
      await tx.query(LOCK, [`reports ${reporterId}`])
      return work(reporterReports(tx, reporterId))
    }),
})

const reporterReports = (tx: Transaction, reporterId: number): ReporterReports => ({
  async storedBy({ requestId, reportedId }) {
    const { rows } = await tx.query<StoredReport>(STORED_BY, [requestId, reporterId, reportedId])
    return rows[0]
  },

  async countSince(sinceMs) {
    const { rows } = await tx.query<{ submissions: number }>(COUNT, [reporterId, new Date(sinceMs)])
    return rows[0]?.submissions ?? 0
  },

  async openAround({ reportedId, category, submittedAtMs }) {
    const [from, to] = [new Date(submittedAtMs - REPORT_MERGE_MS), new Date(submittedAtMs + REPORT_MERGE_MS)]
    const { rows } = await tx.query<{ id: number; created_at: Date; category: ReportCategory }>(OPEN, [
      reporterId,
      reportedId,
      from,
      to,
      isGrave(category),
    ])
    return rows[0] && { id: rows[0].id, createdAtMs: rows[0].created_at.getTime(), category: rows[0].category }
  },

  async reasonsIn(reportId) {
    const { rows } = await tx.query<{ submitted_at: Date; reason: string }>(REASONS, [reportId])
    return rows.map(({ submitted_at, reason }) => ({ submittedAtMs: submitted_at.getTime(), reason }))
  },

  async merge(reportId, submission, { category, reason, submissions, createdAtMs }) {
    await insertSubmission(tx, reportId, submission)
    const changedAt = new Date(submission.submittedAtMs)
    await tx.query(MERGE_CATEGORIES, [reportId])
    await tx.query(MERGE, [reportId, category, reason, submissions, new Date(createdAtMs), changedAt])
    await bumpStateVersions(tx, [reportId])
    await deriveJobs(tx, [submission.reportedId], submission.submittedAtMs)
  },

  async insert(id, submission) {
    const { reportedId, category, reason, submittedAtMs } = submission
    const values = [id, new Date(submittedAtMs), reporterId, reportedId, category, reason]
    if ((await tx.query(INSERT, values)).rowCount === 0) return false
    await insertSubmission(tx, id, submission)
    await deriveJobs(tx, [reportedId], submittedAtMs)
    return true
  },
})

async function insertSubmission(tx: Transaction, reportId: number, submission: Submission): Promise<void> {
  const { submittedAtMs, category, reason, requestId, context } = submission
  const evidence = context ? JSON.stringify(context) : null
  await insertSubmitted(tx, submission)
  await tx.query(INSERT_SUBMISSION, [reportId, new Date(submittedAtMs), category, reason, requestId, evidence])
}

async function insertSubmitted(tx: Transaction, { reporterId, submittedAtMs: atMs }: Submission): Promise<void> {
  const eventId = newId()
  const payload = ReportSubmitted.encode({ eventId, reporterId, atMs }).finish()
  await insertEvent(tx, { subject: subjects.eventReportSubmitted, eventId, payload })
}

/** Reports per account and minute. */
export interface ReportRate {
  /** Returns false, without counting, beyond REPORTS_PER_MINUTE. */
  take(accountId: number, requestId: string, nowMs: number): Promise<boolean>
}

const WITHIN_MS = 60_000

// ARGV: now, start of the window, limit, request, lifetime.
const TAKE = defineScript<number>(
  `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZSCORE', KEYS[1], ARGV[4]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`,
  { whenFull: true },
)

/** Counts a retried request once. */
export const createReportRate = (redis: Redis, prefix: string): ReportRate => ({
  take: async (accountId, requestId, nowMs) =>
    (await TAKE.run(
      redis,
      [`${prefix}report-rate:${accountId}`],
      [nowMs, nowMs - WITHIN_MS, REPORTS_PER_MINUTE, requestId, WITHIN_MS],
    )) === 1,
})
