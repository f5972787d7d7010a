import type { Transaction } from '@kla/chassis'
import { JOB_CLOCKS_MS, type ReportCategory } from '@kla/proto/web'
import { notOwn, type Visibility } from '../shared/rules.js'
import { type Claim, ownsJob } from './rules/claim.js'
import { type ChangedJob, jobChanges, type OpenJob, type PendingSide } from './rules/derive.js'

const LOCK_SUBJECTS = `
SELECT pg_advisory_xact_lock(key) FROM (
  SELECT DISTINCT hashtextextended(current_schema() || '.job ' || id, 0) AS key FROM unnest($1::bigint[]) AS id ORDER BY key
) AS keys`

const PENDING = `
SELECT reported_id AS subject_id, grave, min(category) AS category, min(created_at) AS opened_at,
  min(created_at + clock.ms * interval '1 millisecond') AS due_at, count(*) AS reports,
  count(DISTINCT reporter_id) AS reporters
FROM reports JOIN unnest($2::report_category[], $3::bigint[]) AS clock (category, ms) USING (category)
WHERE reported_id = ANY($1) AND status = 'pending' AND hidden_at IS NULL
GROUP BY reported_id, grave`

const OPEN = `
SELECT id, subject_id, grave, category, opened_at, due_at, reports, reporters FROM jobs
WHERE subject_id = ANY($1) AND closed_at IS NULL ORDER BY id FOR UPDATE`

const INSERT = `
INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters)
SELECT CASE WHEN grave THEN nextval('grave_job_ids') ELSE nextval('job_ids') END, side.*
FROM unnest($1::bigint[], $2::boolean[], $3::report_category[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::int[])
  AS side (subject_id, grave, category, opened_at, due_at, reports, reporters)`

const CHANGE = `
UPDATE jobs SET category = side.category, opened_at = side.opened_at, due_at = side.due_at, reports = side.reports,
  reporters = side.reporters, breached_at = CASE WHEN is_later THEN NULL ELSE breached_at END
FROM unnest($1::bigint[], $2::report_category[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[], $7::boolean[])
  AS side (id, category, opened_at, due_at, reports, reporters, is_later)
WHERE jobs.id = side.id`

const CLOSE = `
UPDATE jobs SET closed_at = $2, claim = NULL, claimed_by_id = NULL, claimed_by = '', claimed_until = NULL
WHERE id = ANY($1) AND closed_at IS NULL`

const CATEGORIES = Object.keys(JOB_CLOCKS_MS)
const CLOCKS = Object.values(JOB_CLOCKS_MS)

interface SideRow {
  readonly subject_id: number
  readonly grave: boolean
  readonly category: ReportCategory
  readonly opened_at: Date
  readonly due_at: Date
  readonly reports: number
  readonly reporters: number
}

/**
 * Makes the open jobs of these accounts follow from their pending, visible reports. Call it after changing the reports, and
 * before `appendAudit`: report rows, then accounts, then the audit log are locked.
 */
export async function deriveJobs(tx: Transaction, subjectIds: readonly number[], nowMs: number): Promise<void> {
  if (subjectIds.length === 0) return
  await tx.query(LOCK_SUBJECTS, [subjectIds])
  // Separate statements: they see what was committed while the lock was awaited.
  const pending = await tx.query<SideRow>(PENDING, [subjectIds, CATEGORIES, CLOCKS])
  const open = await tx.query<SideRow & { id: number }>(OPEN, [subjectIds])
  const changes = jobChanges(
    pending.rows.map(sideOf),
    open.rows.map((row): OpenJob => ({ id: row.id, ...sideOf(row) })),
  )
  await close(tx, changes.closed, nowMs)
  await change(tx, changes.changed)
  await insert(tx, changes.opened)
}

const sideOf = (row: SideRow): PendingSide => ({
  subjectId: row.subject_id,
  grave: row.grave,
  category: row.category,
  openedAtMs: row.opened_at.getTime(),
  dueAtMs: row.due_at.getTime(),
  reports: row.reports,
  reporters: row.reporters,
})

async function insert(tx: Transaction, sides: readonly PendingSide[]): Promise<void> {
  if (sides.length === 0) return
  const each = <T>(of: (side: PendingSide) => T): T[] => sides.map(of)
  await tx.query(INSERT, [
    each(({ subjectId }) => subjectId),
    each(({ grave }) => grave),
    each(({ category }) => category),
    each(({ openedAtMs }) => new Date(openedAtMs)),
    each(({ dueAtMs }) => new Date(dueAtMs)),
    each(({ reports }) => reports),
    each(({ reporters }) => reporters),
  ])
}

async function change(tx: Transaction, jobs: readonly ChangedJob[]): Promise<void> {
  if (jobs.length === 0) return
  const each = <T>(of: (job: ChangedJob) => T): T[] => jobs.map(of)
  await tx.query(CHANGE, [
    each(({ id }) => id),
    each(({ category }) => category),
    each(({ openedAtMs }) => new Date(openedAtMs)),
    each(({ dueAtMs }) => new Date(dueAtMs)),
    each(({ reports }) => reports),
    each(({ reporters }) => reporters),
    each(({ isLater }) => isLater),
  ])
}

async function close(tx: Transaction, ids: readonly number[], nowMs: number): Promise<void> {
  if (ids.length > 0) await tx.query(CLOSE, [ids, new Date(nowMs)])
}

/** An open job before a change that may close it. */
export interface JobBefore {
  readonly id: number
  /** When it was overdue, as the alarm said. */
  readonly breachedAtMs: number | undefined
}

const OPEN_NOW = `
SELECT id, breached_at FROM jobs WHERE subject_id = ANY($1) AND closed_at IS NULL ORDER BY id FOR UPDATE`

/** Locks the open jobs of these accounts. Lock the rows of their reports before. */
export async function lockOpenJobs(tx: Transaction, subjectIds: readonly number[]): Promise<readonly JobBefore[]> {
  await tx.query(LOCK_SUBJECTS, [subjectIds])
  const { rows } = await tx.query<{ id: number; breached_at: Date | null }>(OPEN_NOW, [subjectIds])
  return rows.map(({ id, breached_at: breachedAt }) => ({ id, breachedAtMs: breachedAt?.getTime() }))
}

/** A claim in force on an open job. */
export interface ClaimedSide {
  readonly subjectId: number
  readonly grave: boolean
  readonly byId: number
  readonly by: string
}

const CLAIMED_NOW = `
SELECT subject_id AS "subjectId", grave, claimed_by_id AS "byId", claimed_by AS by FROM jobs
WHERE id = ANY($1) AND claimed_until > $2`

/** Locks the open jobs of these accounts, and returns those that are claimed. Lock the rows of their reports before. */
export async function lockClaims(
  tx: Transaction,
  subjectIds: readonly number[],
  nowMs: number,
): Promise<readonly ClaimedSide[]> {
  const jobs = await lockOpenJobs(tx, subjectIds)
  const { rows } = await tx.query<ClaimedSide>(CLAIMED_NOW, [jobs.map(({ id }) => id), new Date(nowMs)])
  return rows
}

/** Counts which of these jobs are closed. */
export async function countClosed(tx: Transaction, jobs: readonly JobBefore[]): Promise<number> {
  const { rows } = await tx.query<{ closed: number }>(
    'SELECT count(*) AS closed FROM jobs WHERE id = ANY($1) AND closed_at IS NOT NULL',
    [jobs.map(({ id }) => id)],
  )
  return rows[0]?.closed ?? 0
}

const REOPEN = `
UPDATE jobs SET closed_at = NULL WHERE id = ANY($1) AND closed_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM jobs AS newer
  WHERE newer.subject_id = jobs.subject_id AND newer.grave = jobs.grave AND newer.closed_at IS NULL
)`

const RESTORE_BREACHES = `
UPDATE jobs SET breached_at = before.at FROM unnest($1::bigint[], $2::timestamptz[]) AS before (id, at)
WHERE jobs.id = before.id AND closed_at IS NULL AND breached_at IS NULL AND due_at <= before.at`

/**
 * Does what `deriveJobs` does, and opens closed jobs again instead of new ones. Their alarms are not raised again: the
 * clocks of the reports have never stopped.
 */
export async function reopenJobs(
  tx: Transaction,
  { jobs, subjectIds }: { readonly jobs: readonly JobBefore[]; readonly subjectIds: readonly number[] },
  nowMs: number,
): Promise<void> {
  const ids = jobs.map(({ id }) => id)
  await tx.query(LOCK_SUBJECTS, [subjectIds])
  await tx.query(REOPEN, [ids])
  await deriveJobs(tx, subjectIds, nowMs)
  await tx.query(RESTORE_BREACHES, [
    ids,
    jobs.map(({ breachedAtMs }) => (breachedAtMs === undefined ? null : new Date(breachedAtMs))),
  ])
}

/** An open job, locked with its account until the transaction ends. */
export interface LockedJob {
  readonly id: number
  readonly subjectId: number
  readonly grave: boolean
  readonly category: ReportCategory
}

/** The claim that a call names. */
export interface OwnJob {
  readonly administratorId: number
  readonly claim: string
  readonly visibility: Visibility
  readonly nowMs: number
}

interface ClaimRow {
  readonly claim: string | null
  readonly claimed_by_id: number | null
  readonly claimed_by: string
  readonly claimed_until: Date | null
}

export const claimOf = (row: ClaimRow): Claim | undefined =>
  row.claim === null || row.claimed_by_id === null || row.claimed_until === null
    ? undefined
    : { claim: row.claim, byId: row.claimed_by_id, by: row.claimed_by, untilMs: row.claimed_until.getTime() }

const OWN = `
SELECT id, subject_id, grave, category, claim, claimed_by_id, claimed_by, claimed_until FROM jobs
WHERE id = $1 AND closed_at IS NULL AND (NOT grave OR $2) FOR UPDATE`

/** Locks an open job that the administrator has claimed. Lock the rows of its reports before. */
export async function lockOwnJob(
  tx: Transaction,
  id: number,
  { administratorId, claim, visibility, nowMs }: OwnJob,
): Promise<LockedJob | 'not-found' | 'claim-lost'> {
  const found = await tx.query<{ subject_id: number }>(
    `SELECT subject_id FROM jobs
     WHERE id = $1 AND closed_at IS NULL AND (NOT grave OR $2) AND ${notOwn(visibility, 'subject_id')}`,
    [id, visibility.grave],
  )
  if (!found.rows[0]) return 'not-found'
  await tx.query(LOCK_SUBJECTS, [[found.rows[0].subject_id]])
  const { rows } = await tx.query<
    ClaimRow & { id: number; subject_id: number; grave: boolean; category: ReportCategory }
  >(OWN, [id, visibility.grave])
  const [row] = rows
  if (!row) return 'not-found'
  if (!ownsJob(claimOf(row), { administratorId, claim, nowMs })) return 'claim-lost'
  return { id: row.id, subjectId: row.subject_id, grave: row.grave, category: row.category }
}

/** Closes an open job although reports may be pending: `deriveJobs` opens a new one for those. */
export const closeJob = (tx: Transaction, id: number, nowMs: number): Promise<void> => close(tx, [id], nowMs)
