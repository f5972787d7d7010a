import { createHash } from 'node:crypto'
import { type Database, inTransaction, invalidField, KlaError, newId, type Transaction } from '@kla/chassis'
import type { BatchStatus, ReportCategory } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { countClosed, deriveJobs, type JobBefore, lockOpenJobs, reopenJobs } from '../jobs/index.js'
import type { MailOutbox } from '../mails/index.js'
import { isGrave, notOwn, type Visibility } from '../shared/rules.js'
import { lockReports, writeReports } from './change-store.js'
import {
  type Batch,
  type BatchCandidate,
  type BatchOrder,
  type BatchPlan,
  isBatchRepeat,
  type LeftOut,
  planBatch,
  planText,
  unchangedSince,
  undoingBatch,
} from './rules/batch.js'
import { decide, type Report } from './rules/decision.js'
import { OTHER_CATEGORIES, seenBy } from './store.js'

/** The administrator who closes or undoes. */
export interface BatchActor extends Visibility {
  readonly id: number
  readonly name: string
  readonly nowMs: number
}

/** A plan with its name. */
export interface NamedPlan extends BatchPlan {
  /** Empty: nothing would be closed. */
  readonly digest: string
}

/** What was closed or undone on one side: grave reports leave entries of their own. */
export interface BatchSide {
  readonly grave: boolean
  readonly reportIds: readonly number[]
  readonly leftIds: readonly number[]
}

type Audit = (batch: Batch, side: BatchSide) => AuditEntry

/** Closes reports of one reporter together. It throws the refusals of its RPCs. */
export interface ReportBatches {
  /** `seenIds`: reports of an earlier plan. */
  plan(reporterId: number, seenIds: readonly number[], by: BatchActor): Promise<NamedPlan>
  /** Returns the first batch for a repeated order. */
  close(order: BatchOrder, by: BatchActor, audit: Audit): Promise<Batch>
  undo(id: string, by: BatchActor, audit: Audit): Promise<Batch>
}

// $2: whether grave ones are visible; $3: now.
const pendingSeenBy = (visibility: Visibility): string => `
SELECT reports.id, reports.version, reports.created_at, reports.reported_id, reports.category,
  ${OTHER_CATEGORIES} AS other_categories, jobs.claimed_by_id, jobs.claimed_by
FROM reports LEFT JOIN jobs ON jobs.subject_id = reports.reported_id AND jobs.grave = reports.grave
  AND jobs.closed_at IS NULL AND jobs.claimed_until > $3
WHERE reports.reporter_id = $1 AND reports.status = 'pending' AND reports.hidden_at IS NULL AND (NOT reports.grave OR $2)
  AND ${notOwn(visibility, 'reports.reported_id')}`

interface CandidateRow {
  readonly id: number
  readonly version: number
  readonly created_at: Date
  readonly reported_id: number
  readonly category: ReportCategory
  readonly other_categories: readonly ReportCategory[]
  readonly claimed_by_id: number | null
  readonly claimed_by: string | null
}

type Reads = Pick<Transaction, 'query'>

async function planOf(tx: Reads, reporterId: number, by: BatchActor): Promise<NamedPlan> {
  const values = [reporterId, by.grave, new Date(by.nowMs)]
  const { rows } = await tx.query<CandidateRow>(pendingSeenBy(by), values)
  const plan = planBatch(
    rows.map((row) => candidateOf(row, by)),
    by.id,
  )
  const text = planText(reporterId, plan)
  return { ...plan, digest: text === undefined ? '' : createHash('sha256').update(text).digest('hex') }
}

const candidateOf = (row: CandidateRow, { grave }: Visibility): BatchCandidate => ({
  id: row.id,
  version: row.version,
  createdAtMs: row.created_at.getTime(),
  reportedId: row.reported_id,
  category: row.category,
  otherCategories: row.other_categories.filter((category) => grave || !isGrave(category)),
  claim: row.claimed_by_id === null ? undefined : { byId: row.claimed_by_id, by: row.claimed_by ?? '' },
})

async function decidedSince(
  tx: Reads,
  reporterId: number,
  seenIds: readonly number[],
  visibility: Visibility,
): Promise<readonly LeftOut[]> {
  if (seenIds.length === 0) return []
  const { rows } = await tx.query<{
    id: number
    created_at: Date
    reported_id: number
    category: ReportCategory
    reviewed_by: string
  }>(
    `SELECT id, created_at, reported_id, category, reviewed_by FROM reports
     WHERE id = ANY($2) AND reporter_id = $1 AND status <> 'pending' AND ${seenBy(visibility)}
     ORDER BY created_at DESC, id DESC`,
    [reporterId, seenIds],
  )
  return rows.map(({ id, created_at: createdAt, reported_id: reportedId, category, reviewed_by: by }) => ({
    report: { id, createdAtMs: createdAt.getTime(), reportedId, category },
    why: 'decided',
    by,
  }))
}

export const createReportBatches = (database: Database, mails: MailOutbox): ReportBatches => ({
  async plan(reporterId, seenIds, by) {
    const [plan, decided] = await Promise.all([
      planOf(database, reporterId, by),
      decidedSince(database, reporterId, seenIds, by),
    ])
    return { ...plan, leftOut: [...decided, ...plan.leftOut] }
  },

  close: (order, by, audit) =>
    inTransaction(database, async (tx) => {
      const known = await lockBatch(tx, order.id)
      if (known) {
        const isHidden = known.grave && !by.grave
        if (isHidden || !isBatchRepeat(known, order, by.id)) throw invalidField('id')
        return known
      }
      const { reports, jobs } = await lockPlanned(tx, order, by)
      const decided = reports.map((before) => ({
        before,
        ...decide(before, { status: order.status, notes: order.reason }, { ...by, noteId: newId() }),
      }))
      const versions = await writeReports(tx, decided)
      await deriveJobs(tx, subjectsOf(reports), by.nowMs)
      const batch = await insertBatch(tx, order, { reports, versions, jobs, by })
      // "Reviewed" says nothing of an action, so that there is nothing to tell.
      if (order.status === 'dismissed') {
        const letter = { kind: 'report-decided', subjectId: batch.reportIds[0]!, atMs: by.nowMs } as const
        await mails.rewrite(tx, { accountId: order.reporterId, ...letter })
      }
      await appendAudit(
        tx,
        sidesOf(reports, []).map((side) => audit(batch, side)),
      )
      return batch
    }),

  undo: (id, by, audit) =>
    inTransaction(database, async (tx) => {
      const batch = await lockBatch(tx, id)
      if (!batch || (batch.grave && !by.grave)) throw new KlaError('BATCH_NOT_FOUND')
      const verdict = undoingBatch(batch, by)
      if (verdict === 'repeated') return batch
      if (verdict !== 'undo') throw new KlaError(verdict.refused)
      const reports = await lockReports(tx, batch.reportIds, by)
      const { unchanged, leftIds } = unchangedSince(batch, reports)
      await writeReports(
        tx,
        unchanged.map((before) => ({ before, ...decide(before, { status: 'pending' }, { ...by, noteId: newId() }) })),
      )
      await reopenJobs(tx, { jobs: batch.jobs, subjectIds: subjectsOf(reports) }, by.nowMs)
      // The others may have a letter about a later decision.
      const restored = unchanged.map((report) => report.id)
      const times = { writtenAtMs: batch.closedAtMs, atMs: by.nowMs }
      if (!(await mails.takeBack(tx, 'report-decided', restored, times))) throw new KlaError('TOO_LATE_TO_UNDO')
      await tx.query('UPDATE report_batches SET undone_at = $2, left_ids = $3 WHERE id = $1', [
        ...[id, new Date(by.nowMs), leftIds],
      ])
      const undone = { ...batch, undoneAtMs: by.nowMs, leftIds }
      const left = new Set(leftIds)
      const sides = sidesOf(
        unchanged,
        reports.filter((report) => left.has(report.id)),
      )
      await appendAudit(
        tx,
        sides.map((side) => audit(undone, side)),
      )
      return undone
    }),
})

/** Locks what the preview named: reports, then jobs. Any difference is PREVIEW_OUTDATED. */
async function lockPlanned(
  tx: Transaction,
  { reporterId, digest }: BatchOrder,
  by: BatchActor,
): Promise<{ readonly reports: readonly Report[]; readonly jobs: readonly JobBefore[] }> {
  const planned = await planOf(tx, reporterId, by)
  if (planned.digest !== digest) throw new KlaError('PREVIEW_OUTDATED')
  const ids = planned.closing.map(({ id }) => id)
  const reports = await lockReports(tx, ids, by)
  const jobs = await lockOpenJobs(tx, subjectsOf(reports))
  // A separate statement: it sees what was committed while the locks were awaited.
  const locked = await planOf(tx, reporterId, by)
  if (locked.digest !== digest || reports.length !== ids.length) throw new KlaError('PREVIEW_OUTDATED')
  return { reports, jobs }
}

const subjectsOf = (reports: readonly Report[]): readonly number[] => [
  ...new Set(reports.map(({ reportedId }) => reportedId)),
]

function sidesOf(reports: readonly Report[], left: readonly Report[]): readonly BatchSide[] {
  const idsOf = (those: readonly Report[], grave: boolean) =>
    those.filter(({ category }) => isGrave(category) === grave).map(({ id }) => id)
  return [false, true]
    .map((grave) => ({ grave, reportIds: idsOf(reports, grave), leftIds: idsOf(left, grave) }))
    .filter(({ reportIds, leftIds }) => reportIds.length + leftIds.length > 0)
}

type StoredBatch = Batch & { readonly jobs: readonly JobBefore[] }

interface BatchRow {
  readonly id: string
  readonly reporter_id: number
  readonly status: BatchStatus
  readonly reason: string
  readonly digest: string
  readonly grave: boolean
  readonly report_ids: readonly (number | string)[]
  readonly versions: readonly number[]
  readonly job_ids: readonly (number | string)[]
  readonly breached: readonly (Date | null)[]
  readonly jobs_closed: number
  readonly closed_at: Date
  readonly closed_by_id: number
  readonly closed_by: string
  readonly undone_at: Date | null
  readonly left_ids: readonly (number | string)[]
}

const batchOf = (row: BatchRow): StoredBatch => ({
  id: row.id,
  reporterId: row.reporter_id,
  status: row.status,
  reason: row.reason,
  digest: row.digest,
  grave: row.grave,
  reportIds: row.report_ids.map(Number),
  versions: row.versions,
  jobsClosed: row.jobs_closed,
  closedAtMs: row.closed_at.getTime(),
  closedById: row.closed_by_id,
  closedBy: row.closed_by,
  undoneAtMs: row.undone_at?.getTime(),
  leftIds: row.left_ids.map(Number),
  jobs: row.job_ids.map((id, at) => ({ id: Number(id), breachedAtMs: row.breached[at]?.getTime() })),
})

/** Waits for other calls with this id, even if the batch is not there yet. Lock it before anything else. */
async function lockBatch(tx: Transaction, id: string): Promise<StoredBatch | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.batch ' || $1, 0))`, [id])
  const { rows } = await tx.query<BatchRow>('SELECT * FROM report_batches WHERE id = $1', [id])
  return rows[0] && batchOf(rows[0])
}

const INSERT = `
INSERT INTO report_batches (id, reporter_id, status, reason, digest, grave, report_ids, versions, job_ids, breached,
  jobs_closed, closed_at, closed_by_id, closed_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING *`

interface Closed {
  readonly reports: readonly Report[]
  readonly versions: ReadonlyMap<number, number>
  readonly jobs: readonly JobBefore[]
  readonly by: BatchActor
}

async function insertBatch(
  tx: Transaction,
  { id, reporterId, status, reason, digest }: BatchOrder,
  { reports, versions, jobs, by }: Closed,
): Promise<Batch> {
  const { rows } = await tx.query<BatchRow>(INSERT, [
    ...[id, reporterId, status, reason, digest, reports.some(({ category }) => isGrave(category))],
    reports.map((report) => report.id),
    reports.map((report) => versions.get(report.id) ?? report.version),
    jobs.map((job) => job.id),
    jobs.map(({ breachedAtMs }) => (breachedAtMs === undefined ? null : new Date(breachedAtMs))),
    ...[await countClosed(tx, jobs), new Date(by.nowMs), by.id, by.name],
  ])
  return batchOf(rows[0]!)
}
