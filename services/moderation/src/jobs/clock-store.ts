import { type Database, inTransaction } from '@kla/chassis'
import type { ReportCategory } from '@kla/proto/web'
import { isOnDuty } from './desk-store.js'
import { type UncoveredJob, URGENT_CATEGORIES } from './rules/calls.js'
import { RULES_ACT } from './signal-store.js'

/** A job or appeal whose time has passed. */
export type Breach =
  | { readonly kind: 'job'; readonly id: number; readonly grave: boolean; readonly category: ReportCategory }
  | { readonly kind: 'appeal'; readonly id: number }

/** Clocks of jobs and appeals, shared by all pods. Times in Unix milliseconds. */
export interface ClockStore {
  /**
   * Marks what is overdue, and raises an alarm for each before the commit: a pod that ends in between leaves it to
   * another. Returns the number, and whether more may be left.
   */
  raise(nowMs: number, alarm: (breach: Breach) => void): Promise<{ readonly raised: number; readonly more: boolean }>
  /** Takes jobs that no one on duty can take, until `untilMs`. */
  takeUncovered(nowMs: number, untilMs: number): Promise<readonly UncoveredJob[]>
  called(id: number, nowMs: number): Promise<void>
}

const AT_ONCE = 200
const CALLS_AT_ONCE = 20

const RAISE_JOBS = `
UPDATE jobs SET breached_at = $1, precedence = CASE WHEN ${RULES_ACT} THEN 0 ELSE precedence END WHERE id = ANY(ARRAY(
  SELECT id FROM jobs WHERE closed_at IS NULL AND breached_at IS NULL AND due_at <= $1
  ORDER BY due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
)) RETURNING id, grave, category`

const RAISE_APPEALS = `
UPDATE appeals SET breached_at = $1 WHERE id = ANY(ARRAY(
  SELECT id FROM appeals WHERE state = 'open' AND breached_at IS NULL AND due_at <= $1
  ORDER BY due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
)) RETURNING id`

const TAKE_UNCOVERED = `
UPDATE jobs SET call_after = $2 WHERE id = ANY(ARRAY(
  SELECT id FROM jobs WHERE closed_at IS NULL AND called_at IS NULL AND category = ANY($3::report_category[])
    AND (call_after IS NULL OR call_after <= $1) AND (claimed_until IS NULL OR claimed_until <= $1)
    AND NOT EXISTS (SELECT FROM duties WHERE ${isOnDuty('$1')} AND (duties.grave OR NOT jobs.grave))
  ORDER BY category, opened_at, id LIMIT ${CALLS_AT_ONCE} FOR UPDATE SKIP LOCKED
)) RETURNING id, grave, category, due_at`

export const createClockStore = (database: Database): ClockStore => ({
  raise: (nowMs, alarm) =>
    inTransaction(database, async (tx) => {
      const now = [new Date(nowMs)]
      const jobs = await tx.query<{ id: number; grave: boolean; category: ReportCategory }>(RAISE_JOBS, now)
      const appeals = await tx.query<{ id: number }>(RAISE_APPEALS, now)
      for (const job of jobs.rows) alarm({ kind: 'job', ...job })
      for (const appeal of appeals.rows) alarm({ kind: 'appeal', ...appeal })
      const [ofJobs, ofAppeals] = [jobs.rows.length, appeals.rows.length]
      return { raised: ofJobs + ofAppeals, more: ofJobs === AT_ONCE || ofAppeals === AT_ONCE }
    }),

  async takeUncovered(nowMs, untilMs) {
    const { rows } = await database.query<{ id: number; grave: boolean; category: ReportCategory; due_at: Date }>(
      TAKE_UNCOVERED,
      [new Date(nowMs), new Date(untilMs), URGENT_CATEGORIES],
    )
    return rows.map(({ due_at: dueAt, ...job }) => ({ ...job, dueAtMs: dueAt.getTime() }))
  },

  async called(id, nowMs) {
    await database.query('UPDATE jobs SET called_at = $2 WHERE id = $1', [id, new Date(nowMs)])
  },
})
