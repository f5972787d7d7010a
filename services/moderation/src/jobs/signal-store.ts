import { type Database, inTransaction } from '@kla/chassis'
import { DESK_RULE_DAYS, type DeskRule, INDEPENDENT_WITHIN_MS } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import type { Visibility } from '../shared/rules.js'
import type { MetReport, Signal } from './rules/signals.js'

/** The pending reports about an account on one side. */
export interface JobSide {
  readonly subjectId: number
  readonly grave: boolean
}

/** A signal that a job did not have before. */
export interface NewSignal {
  readonly rule: DeskRule
  readonly mode: 'shadow' | 'acting'
}

/** Jobs of one kind, and how they ended. */
export interface Outcomes {
  readonly decided: number
  readonly breaches: number
}

/** A rule with what it found in the last DESK_RULE_DAYS days. */
export interface RuleRecord extends Outcomes {
  readonly rule: DeskRule
  readonly acting: boolean
  readonly changedAtMs: number | undefined
  readonly changedBy: string
  readonly raised: number
}

export interface RuleRecords {
  readonly rules: readonly RuleRecord[]
  /** Any decisions of the same days. */
  readonly all: Outcomes
}

/** A switch of a rule by an administrator. */
export interface RuleChange {
  readonly rule: DeskRule
  readonly acting: boolean
  readonly by: { readonly id: number; readonly name: string }
  readonly atMs: number
  readonly entry: AuditEntry
}

/** What rules found about jobs, and which of them act. */
export interface SignalStore {
  metReports(side: JobSide, nowMs: number): Promise<readonly MetReport[]>
  /** Keeps signals of the open job. Without one nothing happens. Returns those that are new. */
  raise(side: JobSide, signals: readonly Signal[], nowMs: number): Promise<readonly NewSignal[]>
  /** Counts only visible jobs. */
  records(visibility: Visibility, nowMs: number): Promise<RuleRecords>
  /** Idempotent; without a change nothing is recorded. */
  change(change: RuleChange): Promise<void>
}

const DAY_MS = 86_400_000
const MET_REPORTS_MAX = 500

const MET_REPORTS = `
SELECT DISTINCT reporter_id, context->>'roomId' AS room_id
FROM reports JOIN report_submissions ON report_id = reports.id
WHERE reported_id = $1 AND grave = $2 AND status = 'pending' AND hidden_at IS NULL
  AND submitted_at > $3 AND context->>'roomId' <> ''
LIMIT ${MET_REPORTS_MAX}`

// Rules before jobs, as in each change of a rule.
const LOCK_RULES = 'SELECT rule, acting FROM signal_rules WHERE rule = ANY($1) ORDER BY rule FOR SHARE'
const OPEN_JOB = 'SELECT id FROM jobs WHERE subject_id = $1 AND grave = $2 AND closed_at IS NULL FOR UPDATE'
const RAISE = `
INSERT INTO signals (job_id, rule, raised_at, people) VALUES ($1, $2, $3, $4)
ON CONFLICT (job_id, rule) DO UPDATE SET people = greatest(signals.people, excluded.people)
RETURNING xmax = 0 AS is_new`

const RECORDS = `
SELECT rule, acting, changed_at, changed_by, count(jobs.id) AS raised, count(decided.outcome) AS decided,
  count(*) FILTER (WHERE decided.outcome = 'acted') AS breaches
FROM signal_rules LEFT JOIN (
  signals JOIN jobs ON jobs.id = job_id AND raised_at > $2 AND (NOT grave OR $1)
) USING (rule)
LEFT JOIN LATERAL (
  SELECT outcome FROM decisions WHERE decisions.job_id = jobs.id AND state = 'in_force' ORDER BY seq DESC LIMIT 1
) AS decided ON true
GROUP BY rule, acting, changed_at, changed_by`

const ALL_DECISIONS = `
SELECT count(*) AS decided, count(*) FILTER (WHERE outcome = 'acted') AS breaches FROM decisions
WHERE state = 'in_force' AND decided_at > $2 AND (NOT grave OR $1)`

const LOCK_RULE = 'SELECT acting FROM signal_rules WHERE rule = $1 FOR UPDATE'
const CHANGE =
  'UPDATE signal_rules SET acting = $2, changed_at = $3, changed_by_id = $4, changed_by = $5 WHERE rule = $1'

/** True if any rule acts. */
export const RULES_ACT = 'EXISTS (SELECT FROM signal_rules WHERE acting)'

// With an acting rule, what is overdue comes first too: nothing that a rule raises goes before it.
const REORDER = `
UPDATE jobs SET precedence = wanted.precedence FROM (
  SELECT id, CASE WHEN ${RULES_ACT} AND (breached_at IS NOT NULL OR EXISTS (
    SELECT FROM signals JOIN signal_rules USING (rule) WHERE job_id = jobs.id AND acting
  )) THEN 0 ELSE 1 END AS precedence FROM jobs WHERE closed_at IS NULL ORDER BY id FOR UPDATE
) AS wanted WHERE jobs.id = wanted.id AND jobs.precedence <> wanted.precedence`

interface RecordRow extends Outcomes {
  readonly rule: DeskRule
  readonly acting: boolean
  readonly changed_at: Date | null
  readonly changed_by: string
  readonly raised: number
}

export const createSignalStore = (database: Database): SignalStore => ({
  async metReports({ subjectId, grave }, nowMs) {
    const since = new Date(nowMs - INDEPENDENT_WITHIN_MS)
    const { rows } = await database.query<{ reporter_id: number; room_id: string }>(MET_REPORTS, [
      subjectId,
      grave,
      since,
    ])
    return rows.map(({ reporter_id: reporterId, room_id: roomId }) => ({ reporterId, roomId }))
  },

  raise: ({ subjectId, grave }, signals, nowMs) =>
    inTransaction(database, async (tx) => {
      const rules = await tx.query<{ rule: DeskRule; acting: boolean }>(LOCK_RULES, [signals.map(({ rule }) => rule)])
      const job = await tx.query<{ id: number }>(OPEN_JOB, [subjectId, grave])
      const id = job.rows[0]?.id
      if (id === undefined) return []
      const raised: NewSignal[] = []
      for (const { rule, acting } of rules.rows) {
        const { people } = signals.find((signal) => signal.rule === rule)!
        const { rows } = await tx.query<{ is_new: boolean }>(RAISE, [id, rule, new Date(nowMs), people])
        if (rows[0]?.is_new) raised.push({ rule, mode: acting ? 'acting' : 'shadow' })
      }
      if (rules.rows.some(({ acting }) => acting)) await tx.query('UPDATE jobs SET precedence = 0 WHERE id = $1', [id])
      return raised
    }),

  async records({ grave }, nowMs) {
    const given = [grave, new Date(nowMs - DESK_RULE_DAYS * DAY_MS)]
    const [rules, all] = await Promise.all([
      database.query<RecordRow>(RECORDS, given),
      database.query<Outcomes>(ALL_DECISIONS, given),
    ])
    return { rules: rules.rows.map(recordOf), all: all.rows[0]! }
  },

  change: ({ rule, acting, by, atMs, entry }) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ acting: boolean }>(LOCK_RULE, [rule])
      if (rows[0]?.acting === acting) return
      await tx.query(CHANGE, [rule, acting, new Date(atMs), by.id, by.name])
      await tx.query(REORDER)
      await appendAudit(tx, [entry])
    }),
})

const recordOf = ({ changed_at: changedAt, changed_by: changedBy, ...row }: RecordRow): RuleRecord => ({
  ...row,
  changedAtMs: changedAt?.getTime(),
  changedBy,
})
