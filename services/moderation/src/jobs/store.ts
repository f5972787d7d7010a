import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import { JOB_CLAIM_MS, type ReportCategory } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { notOwn, type Visibility } from '../shared/rules.js'
import { recordLook } from './care-store.js'
import { claimOf, type OwnJob } from './derive-store.js'
import type { JobQuery } from './queue.js'
import { isHard } from './rules/care.js'
import { type Claim, claimAt, ownsJob } from './rules/claim.js'
import type { PendingSide } from './rules/derive.js'
import type { Signal } from './rules/signals.js'

/** A job as administrators see it. */
export interface Job extends PendingSide {
  readonly id: number
  /** Stored claim, which may have lapsed. */
  readonly claim: Claim | undefined
  readonly decisions: number
  readonly closedAtMs: number | undefined
  /** 0: before others of its category, by an acting rule. */
  readonly precedence: 0 | 1
  /** Signals of rules that act. */
  readonly signals: readonly Signal[]
}

/** An administrator who looks, and the time. */
export interface Viewer {
  readonly administratorId: number
  readonly visibility: Visibility
  readonly nowMs: number
}

/** A claim by an administrator. */
export interface Claiming extends Viewer {
  readonly name: string
  /** Names a new claim; the same when the request is repeated. */
  readonly newClaim: string
  readonly entryOf: (job: Job) => AuditEntry
}

/** The queue. Grave jobs are absent without sight of them. */
export interface JobStore {
  /** Open jobs in the order of the queue. */
  list(query: JobQuery, viewer: Viewer): Promise<readonly Job[]>
  /**
   * Open jobs, grave ones before others, each newest first, after the job with the id `after`: no change of a job moves
   * it between two pages.
   */
  walk(query: Omit<JobQuery, 'after'> & { readonly after: number | undefined }, viewer: Viewer): Promise<readonly Job[]>
  count(query: Pick<JobQuery, 'mine'>, viewer: Viewer): Promise<number>
  /** Returns closed jobs too. */
  find(id: number, viewer: Viewer): Promise<Job | undefined>
  /**
   * Claims an open job, or without an id the first free one. Renews the administrator's own claim. A repeat without an
   * id returns the job that it claimed first.
   */
  claim(id: number | undefined, claiming: Claiming): Promise<Job | 'not-found' | 'claimed'>
  renew(id: number, own: OwnJob): Promise<Job | 'not-found' | 'claim-lost'>
  /** Gives back the administrator's own claim; another changes nothing. */
  release(id: number, own: OwnJob & { readonly entryOf: (job: Job) => AuditEntry }): Promise<Job | 'not-found'>
}

interface JobRow {
  readonly id: number
  readonly subject_id: number
  readonly grave: boolean
  readonly category: ReportCategory
  readonly opened_at: Date
  readonly due_at: Date
  readonly reports: number
  readonly reporters: number
  readonly claim: string | null
  readonly claimed_by_id: number | null
  readonly claimed_by: string
  readonly claimed_until: Date | null
  readonly decisions: number
  readonly closed_at: Date | null
  readonly precedence: 0 | 1
  readonly signals: readonly Signal[]
}

// $1: whether grave ones are visible.
const COLUMNS = `id, subject_id, grave, category, opened_at, due_at, reports, reporters, claim, claimed_by_id, claimed_by,
  claimed_until, closed_at, (SELECT count(*) FROM decisions WHERE account_id = jobs.subject_id AND state <> 'undone'
    AND (NOT decisions.grave OR $1)) AS decisions,
  precedence, (SELECT coalesce(json_agg(json_build_object('rule', rule, 'people', people) ORDER BY rule), '[]')
    FROM signals JOIN signal_rules USING (rule) WHERE job_id = jobs.id AND acting) AS signals`
const visibleTo = (visibility: Visibility): string => `(NOT grave OR $1) AND ${notOwn(visibility, 'subject_id')}`
const MINE = 'claimed_by_id = $2 AND claimed_until > $3'

const NEXT = (visibility: Visibility): string => `
SELECT id FROM jobs WHERE closed_at IS NULL AND (claimed_until IS NULL OR claimed_until <= $2) AND ${visibleTo(visibility)}
ORDER BY category, precedence, opened_at, id LIMIT 1 FOR UPDATE`
const CLAIMED = `
SELECT id FROM jobs WHERE closed_at IS NULL AND claimed_by_id = $1 AND claim = $2 AND claimed_until > $3 FOR UPDATE`
/** Lets a repeat wait until the first attempt has committed. */
const LOCK_CLAIM = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.job claim ' || $1, 0))`
/** The second waits for a job that the clocks are looking at, so that the only free one is found. */
const LOCK_NEXT = [' SKIP LOCKED', '']
const CLAIM = 'UPDATE jobs SET claim = $2, claimed_by_id = $3, claimed_by = $4, claimed_until = $5 WHERE id = $1'
const RENEW = 'UPDATE jobs SET claimed_until = $2 WHERE id = $1'
const RELEASE = `
UPDATE jobs SET claim = NULL, claimed_by_id = NULL, claimed_by = '', claimed_until = NULL WHERE id = $1`

const openOf = ({ mine }: Pick<JobQuery, 'mine'>, { administratorId, visibility, nowMs }: Viewer) => ({
  filter: [visibility.grave, ...(mine ? [administratorId, new Date(nowMs)] : [])] as unknown[],
  open: `closed_at IS NULL AND ${visibleTo(visibility)}${mine ? ` AND ${MINE}` : ''}`,
})

export const createJobStore = (database: Database): JobStore => ({
  async list({ after, limit, mine }, viewer) {
    const { filter, open } = openOf({ mine }, viewer)
    const place = after ? [after.category, after.precedence, new Date(after.openedAtMs), after.id] : []
    const [category, precedence, openedAt, id] = [1, 2, 3, 4].map((at) => `$${filter.length + at}`)
    const beyond = `(category, precedence, opened_at, id)
      > (${category}::report_category, ${precedence}::smallint, ${openedAt}::timestamptz, ${id}::bigint)`
    const { rows } = await database.query<JobRow>(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM jobs WHERE ${open} ${after ? `AND ${beyond}` : ''} ORDER BY category, precedence, opened_at, id LIMIT ${limit}
       ) AS jobs ORDER BY category, precedence, opened_at, id`,
      [...filter, ...place],
    )
    return rows.map(jobOf)
  },

  async walk({ after, limit, mine }, viewer) {
    const { filter, open } = openOf({ mine }, viewer)
    const beyond = after === undefined ? '' : `AND id < $${filter.length + 1}`
    const { rows } = await database.query<JobRow>(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM jobs WHERE ${open} ${beyond} ORDER BY id DESC LIMIT ${limit}
       ) AS jobs ORDER BY id DESC`,
      [...filter, ...(after === undefined ? [] : [after])],
    )
    return rows.map(jobOf)
  },

  async count(query, viewer) {
    const { filter, open } = openOf(query, viewer)
    const { rows } = await database.query<{ total: number }>(`SELECT count(*) AS total FROM jobs WHERE ${open}`, filter)
    return rows[0]!.total
  },

  find: (id, { visibility }) => find(database, id, visibility),

  claim: (id, claiming) =>
    inTransaction(database, async (tx) => {
      const job = await lockFree(tx, id, claiming)
      if (!job) return 'not-found'
      const { administratorId, nowMs } = claiming
      const until = new Date(nowMs + JOB_CLAIM_MS)
      const present = claimAt(job.claim, nowMs)
      if (present && present.byId !== administratorId) return 'claimed'
      if (present) {
        await tx.query(RENEW, [job.id, until])
      } else {
        await tx.query(CLAIM, [job.id, claiming.newClaim, administratorId, claiming.name, until])
      }
      const claimed = (await find(tx, job.id, claiming.visibility))!
      if (isHard(claimed.category)) {
        await recordLook(tx, { ...claiming, jobId: claimed.id, grave: claimed.grave })
      }
      if (!present) await appendAudit(tx, [claiming.entryOf(claimed)])
      return claimed
    }),

  renew: (id, own) =>
    inTransaction(database, async (tx) => {
      const job = await lock(tx, id, own.visibility)
      if (!job) return 'not-found'
      if (!ownsJob(job.claim, own)) return 'claim-lost'
      await tx.query(RENEW, [id, new Date(own.nowMs + JOB_CLAIM_MS)])
      return (await find(tx, id, own.visibility))!
    }),

  release: (id, own) =>
    inTransaction(database, async (tx) => {
      const job = await lock(tx, id, own.visibility)
      if (!job) return 'not-found'
      if (!ownsJob(job.claim, own)) return job
      await tx.query(RELEASE, [id])
      await appendAudit(tx, [own.entryOf(job)])
      return { ...job, claim: undefined }
    }),
})

const find = async (tx: Pick<Transaction, 'query'>, id: number, visibility: Visibility): Promise<Job | undefined> => {
  const { rows } = await tx.query<JobRow>(`SELECT ${COLUMNS} FROM jobs WHERE id = $2 AND ${visibleTo(visibility)}`, [
    visibility.grave,
    id,
  ])
  return rows[0] && jobOf(rows[0])
}

async function lock(tx: Transaction, id: number, visibility: Visibility): Promise<Job | undefined> {
  const { rowCount } = await tx.query(
    `SELECT FROM jobs WHERE id = $2 AND closed_at IS NULL AND ${visibleTo(visibility)} FOR UPDATE`,
    [visibility.grave, id],
  )
  return rowCount === 0 ? undefined : find(tx, id, visibility)
}

async function lockFree(
  tx: Transaction,
  id: number | undefined,
  { administratorId, visibility, nowMs, newClaim }: Claiming,
): Promise<Job | undefined> {
  if (id !== undefined) return lock(tx, id, visibility)
  await tx.query(LOCK_CLAIM, [newClaim])
  const own = await tx.query<{ id: number }>(CLAIMED, [administratorId, newClaim, new Date(nowMs)])
  if (own.rows[0]) return find(tx, own.rows[0].id, visibility)
  for (const waiting of LOCK_NEXT) {
    const { rows } = await tx.query<{ id: number }>(`${NEXT(visibility)}${waiting}`, [
      visibility.grave,
      new Date(nowMs),
    ])
    if (rows[0]) return find(tx, rows[0].id, visibility)
  }
  return undefined
}

const jobOf = (row: JobRow): Job => ({
  id: row.id,
  subjectId: row.subject_id,
  grave: row.grave,
  category: row.category,
  openedAtMs: row.opened_at.getTime(),
  dueAtMs: row.due_at.getTime(),
  reports: row.reports,
  reporters: row.reporters,
  claim: claimOf(row),
  decisions: row.decisions,
  closedAtMs: row.closed_at?.getTime(),
  precedence: row.precedence,
  signals: row.signals,
})
