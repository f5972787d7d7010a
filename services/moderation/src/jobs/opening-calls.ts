import type { Database, Transaction } from '@kla/chassis'
import { isUuid, JOB_CLOCKS_MS, type ReportCategory } from '@kla/proto/web'
import type { AuditEntry } from '../audit/index.js'
import { isId } from '../shared/rules.js'
import { OPENING_CATEGORIES, type WaitingOpening } from './rules/calls.js'

const ASKED = 'evidence.ask'
const AT_ONCE = 20
const CLOCKS = OPENING_CATEGORIES.map((category) => JOB_CLOCKS_MS[category])

const ADD = `
INSERT INTO opening_calls (opening, grave, category, until)
SELECT asked.opening, reports.grave, reports.category, asked.at + clock.ms * interval '1 millisecond'
FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) AS asked(opening, report_id, at)
JOIN reports ON reports.id = asked.report_id
JOIN unnest($4::report_category[], $5::bigint[]) AS clock(category, ms) ON clock.category = reports.category
ON CONFLICT DO NOTHING`

const TAKE = `
UPDATE opening_calls SET call_after = $2 WHERE opening = ANY(ARRAY(
  SELECT opening FROM opening_calls
  WHERE called_at IS NULL AND until > $1 AND (call_after IS NULL OR call_after <= $1)
  ORDER BY until, opening LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
)) RETURNING opening, grave, category, until`

/** Requests to open stills that the on-call list has to learn of. Times in Unix milliseconds. */
export interface OpeningCalls {
  /** Takes requests that no channel has accepted, until `untilMs`. */
  take(nowMs: number, untilMs: number): Promise<readonly WaitingOpening[]>
  called(opening: string, nowMs: number): Promise<void>
  prune(nowMs: number): Promise<void>
}

/** Adds requests for jobs with short clocks from evidence's audit events, each once. */
export async function addOpeningCalls(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const asked = entries
    .filter(({ action }) => action === ASKED)
    .map(({ details, subjectId, atMs }) => ({ opening: openingIn(details), reportId: Number(subjectId), atMs }))
    .filter(({ opening, reportId }) => isUuid(opening) && isId(reportId))
  if (asked.length === 0) return
  await tx.query(ADD, [
    asked.map(({ opening }) => opening),
    asked.map(({ reportId }) => reportId),
    asked.map(({ atMs }) => new Date(atMs)),
    OPENING_CATEGORIES,
    CLOCKS,
  ])
}

const openingIn = (details: string): string => String((JSON.parse(details) as { opening?: unknown } | null)?.opening)

export const createOpeningCalls = (database: Database): OpeningCalls => ({
  async take(nowMs, untilMs) {
    const { rows } = await database.query<{
      opening: string
      grave: boolean
      category: ReportCategory
      until: Date
    }>(TAKE, [new Date(nowMs), new Date(untilMs)])
    return rows.map(({ until, ...row }) => ({ ...row, untilMs: until.getTime() }))
  },

  async called(opening, nowMs) {
    await database.query('UPDATE opening_calls SET called_at = $2 WHERE opening = $1', [opening, new Date(nowMs)])
  },

  async prune(nowMs) {
    await database.query('DELETE FROM opening_calls WHERE until <= $1', [new Date(nowMs)])
  },
})
