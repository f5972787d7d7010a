import { type Database, defineScript, inTransaction, type Redis, type Transaction } from '@kla/chassis'
import { REPORT_MERGE_MS, type ReportCategory, REPORTS_PER_DAY, REPORTS_PER_MINUTE } from '@kla/proto/web'
import { isGrave, type Refused } from '../shared/rules.js'
import { drawReportId, graver, isOneReport, type RandomBelow, mergedReason, type Said, type Submission } from './rules/submission.js'

/** How many reports an account may still send, counted over all processes. */
export interface ReportRate {
  /** Counts a report; false when there were too many within the last minute, and then it does not count. */
  take(accountId: number, requestId: string, nowMs: number): Promise<boolean>
}

const WITHIN_MS = 60_000

// KEYS: what the account has sent, by time. ARGV: now, from when it counts, how many may be, the call, how long to keep.
const TAKE = defineScript<number>(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZSCORE', KEYS[1], ARGV[4]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

/** A call that is repeated on its way has the same request id and counts once. */
export const createReportRate = (redis: Redis, prefix: string): ReportRate => ({
  take: async (accountId, requestId, nowMs) =>
    (await TAKE.run(
      redis,
      [`${prefix}report-rate:${accountId}`],
      [nowMs, nowMs - WITHIN_MS, REPORTS_PER_MINUTE, requestId, WITHIN_MS],
    )) === 1,
})

/** Where reports come in. */
export interface ReportIntake {
  /**
   * Stores a submission: into the report that the same person has made of the same one within a minute, as long as
   * that is of the same side (grave or not) and nobody has decided or deleted it, else as a report of its own. Answers
   * the report's id. A call that was stored already is answered the same and changes nothing. Beyond REPORTS_PER_DAY of one
   * reporter nothing is stored.
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

/** Until the end of the transaction nobody else stores what this person reports: merging and counting need it. */
async function lockReporter(tx: Transaction, { reporterId }: Submission): Promise<void> {
  const name = `reports ${reporterId}`
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || $1, 0))`, [name])
}

const DAY_MS = 24 * 3_600_000

/** What this person has submitted within a day before this, whatever has become of it. */
async function countOfDay(tx: Transaction, { reporterId, submittedAtMs }: Submission): Promise<number> {
  const { rows } = await tx.query<{ submissions: number }>(
    `SELECT count(*) AS submissions FROM report_submissions JOIN reports ON reports.id = report_id
     WHERE reporter_id = $1 AND submitted_at > $2`,
    [reporterId, new Date(submittedAtMs - DAY_MS)],
  )
  return rows[0]?.submissions ?? 0
}

/** The report into which an earlier try of the same call was stored, whatever has become of it. */
async function storedBy(tx: Transaction, submission: Submission): Promise<number | undefined> {
  const { requestId, reporterId, reportedId } = submission
  const { rows } = await tx.query<{ id: number }>(
    `SELECT reports.id FROM report_submissions JOIN reports ON reports.id = report_id
     WHERE request_id = $1 AND reporter_id = $2 AND reported_id = $3`,
    [requestId, reporterId, reportedId],
  )
  return rows[0]?.id
}

/** One of the other side stays as it is: whoever sees only that side would see it vanish. */
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
    // An administrator may have put it into another category meanwhile.
    graver(open.category, submission.category),
    mergedReason(said),
    said.length,
    new Date(Math.min(open.createdAtMs, submission.submittedAtMs)),
  ])
}

/** Ids tried for one report: even with half of all of them taken, so many are enough but once in a thousand million. */
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
