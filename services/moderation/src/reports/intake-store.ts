import { type Database, defineScript, inTransaction, type Redis, type Transaction } from '@kla/chassis'
import { REPORT_MERGE_MS, type ReportCategory, REPORTS_PER_DAY, REPORTS_PER_MINUTE } from '@kla/proto/web'
import { isGrave, type Refused } from '../shared/rules.js'
import { drawReportId, graver, isOneReport, type RandomBelow, mergedReason, type Said, type Submission } from './rules/submission.js'

export interface ReportRate {
  /** Counts a report; false, and not counted, beyond REPORTS_PER_MINUTE. */
  take(accountId: number, requestId: string, nowMs: number): Promise<boolean>
}

const WITHIN_MS = 60_000

// KEYS: the account's reports by time. ARGV: now, start of the window, limit, request, lifetime.
const TAKE = defineScript<number>(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZSCORE', KEYS[1], ARGV[4]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

/** A retried request counts once. */
export const createReportRate = (redis: Redis, prefix: string): ReportRate => ({
  take: async (accountId, requestId, nowMs) =>
    (await TAKE.run(
      redis,
      [`${prefix}report-rate:${accountId}`],
      [nowMs, nowMs - WITHIN_MS, REPORTS_PER_MINUTE, requestId, WITHIN_MS],
    )) === 1,
})

export interface ReportIntake {
  /**
   * Merges a submission into the open report of the same pair within a minute, if that is equally grave; else stores a
   * new one. Returns the report's id, also for a retried request. Refused beyond REPORTS_PER_DAY.
   */
  submit(submission: Submission): Promise<number | Refused>
}

export const createReportIntake = (database: Database, random: RandomBelow): ReportIntake => ({
  submit: (submission) =>
    inTransaction(database, async (tx) => {
      await lockReporter(tx, submission)
      const stored = await storedBy(tx, submission)
      if (stored !== undefined) return stored
      if ((await countOfDay(tx, submission)) >= REPORTS_PER_DAY) return { refused: 'TOO_MANY_REPORTS' }
      const open = await openReport(tx, submission)
      if (!open) return insertReport(tx, submission, random)
      await merge(tx, open, await saidIn(tx, open.id), submission)
      return open.id
    }),
})

interface OpenReport {
  readonly id: number
  readonly createdAtMs: number
  readonly category: ReportCategory
}

/** Merging and counting need one submission of a reporter after the other. */
async function lockReporter(tx: Transaction, { reporterId }: Submission): Promise<void> {
  const name = `reports ${reporterId}`
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || $1, 0))`, [name])
}

const DAY_MS = 24 * 3_600_000

async function countOfDay(tx: Transaction, { reporterId, submittedAtMs }: Submission): Promise<number> {
  const { rows } = await tx.query<{ submissions: number }>(
    `SELECT count(*) AS submissions FROM report_submissions JOIN reports ON reports.id = report_id
     WHERE reporter_id = $1 AND submitted_at > $2`,
    [reporterId, new Date(submittedAtMs - DAY_MS)],
  )
  return rows[0]?.submissions ?? 0
}

async function storedBy(tx: Transaction, submission: Submission): Promise<number | undefined> {
  const { requestId, reporterId, reportedId } = submission
  const { rows } = await tx.query<{ id: number }>(
    `SELECT reports.id FROM report_submissions JOIN reports ON reports.id = report_id
     WHERE request_id = $1 AND reporter_id = $2 AND reported_id = $3`,
    [requestId, reporterId, reportedId],
  )
  return rows[0]?.id
}

/** A report that became grave by merging would vanish for some administrators. */
async function openReport(tx: Transaction, submission: Submission): Promise<OpenReport | undefined> {
  const { reporterId, reportedId, category, submittedAtMs } = submission
  const { rows } = await tx.query<{ id: number; created_at: Date; category: ReportCategory }>(
    `SELECT id, created_at, category FROM reports
     WHERE reporter_id = $1 AND reported_id = $2 AND created_at BETWEEN $3 AND $4 AND status = 'pending'
       AND hidden_at IS NULL AND grave = $5
     ORDER BY created_at DESC, id DESC LIMIT 1 FOR UPDATE`,
    [
      reporterId,
      reportedId,
      new Date(submittedAtMs - REPORT_MERGE_MS),
      new Date(submittedAtMs + REPORT_MERGE_MS),
      isGrave(category),
    ],
  )
  const [row] = rows
  if (!row || !isOneReport(row.created_at.getTime(), submittedAtMs)) return undefined
  return { id: row.id, createdAtMs: row.created_at.getTime(), category: row.category }
}

async function saidIn(tx: Transaction, reportId: number): Promise<Said[]> {
  const { rows } = await tx.query<{ submitted_at: Date; reason: string }>(
    'SELECT submitted_at, reason FROM report_submissions WHERE report_id = $1',
    [reportId],
  )
  return rows.map(({ submitted_at, reason }) => ({ submittedAtMs: submitted_at.getTime(), reason }))
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
    // An administrator may have changed it.
    graver(open.category, submission.category),
    mergedReason(said),
    said.length,
    new Date(Math.min(open.createdAtMs, submission.submittedAtMs)),
  ])
}

/** With half of all ids taken, enough but once in a thousand million. */
const DRAWS_MAX = 30

async function insertReport(tx: Transaction, submission: Submission, random: RandomBelow): Promise<number> {
  const { reporterId, reportedId, category, reason, submittedAtMs } = submission
  for (let draws = 0; draws < DRAWS_MAX; draws += 1) {
    const id = drawReportId(random)
    const { rowCount } = await tx.query(
      `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
      [id, new Date(submittedAtMs), reporterId, reportedId, category, reason],
    )
    if (rowCount === 0) continue
    await insertSubmission(tx, id, submission)
    return id
  }
  throw new Error('no free id for a report')
}

async function insertSubmission(tx: Transaction, reportId: number, submission: Submission): Promise<void> {
  const { submittedAtMs, category, reason, requestId, context } = submission
  await tx.query(
    `INSERT INTO report_submissions (report_id, submitted_at, category, reason, request_id, context)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [reportId, new Date(submittedAtMs), category, reason, requestId, context ? JSON.stringify(context) : null],
  )
}
