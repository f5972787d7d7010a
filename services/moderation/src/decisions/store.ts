import type { Database, Transaction } from '@kla/chassis'
import type { AppealState, DecisionBasis, DecisionOutcome, DecisionRule, MeasureKind } from '@kla/proto/web'
import { MEASURE_IS_LIFTED } from '../shared/measures.js'
import { isOwn, notOwn, type Visibility } from '../shared/rules.js'
import type { Before, DecidedState } from './rules.js'

/** A measure of a decision. */
export interface StoredMeasure {
  readonly kind: MeasureKind
  /** 0: permanent, or a warning. */
  readonly durationMs: number
  readonly banId: number | undefined
  readonly before: Before | undefined
  /** True if its ban was lifted, deleted or erased. */
  readonly isLifted: boolean
}

/** An appeal as stored. */
export interface StoredAppeal {
  readonly id: number
  readonly text: string
  readonly openedAtMs: number
  readonly dueAtMs: number
  readonly state: AppealState
  readonly answer: string
  readonly decidedById: number | undefined
  readonly decidedBy: string
  readonly decidedAtMs: number | undefined
}

/** A decision as stored. Times in Unix milliseconds. */
export interface StoredDecision extends DecidedState {
  readonly id: string
  readonly seq: number
  readonly accountId: number
  readonly jobId: number
  readonly grave: boolean
  readonly outcome: DecisionOutcome
  readonly rule: DecisionRule | ''
  readonly facts: string
  readonly basis: readonly DecisionBasis[]
  readonly letter: string
  readonly reportIds: readonly number[]
  readonly measures: readonly StoredMeasure[]
  readonly decidedBy: string
  readonly approvedBy: string
  readonly endedAtMs: number | undefined
  readonly endedBy: string
  readonly appeal: StoredAppeal | undefined
}

/** Reads decisions and appeals that an administrator may see. */
export interface DecisionReads {
  /** Newest first, after the decision with the id `after`. */
  list(
    filter: { readonly accountId: number | undefined; readonly after: string | undefined },
    options: Visibility & { readonly limit: number },
  ): Promise<readonly StoredDecision[]>
  count(accountId: number | undefined, visibility: Visibility): Promise<number>
  /** Counts decisions for a rule that are in force. */
  countInForce(accountId: number, rule: DecisionRule, visibility: Visibility): Promise<number>
  /** Decisions with measures as their player sees them, newest first. */
  own(accountId: number): Promise<readonly StoredDecision[]>
  /**
   * Open ones by what is due, or all: grave ones before others, each newest first.
   * No answer between two pages moves one. `after`: an appeal's id.
   */
  appeals(
    filter: { readonly openOnly: boolean; readonly after: number | undefined },
    options: Visibility & { readonly limit: number },
  ): Promise<readonly AppealedDecision[]>
  countAppeals(filter: { readonly openOnly: boolean }, visibility: Visibility): Promise<number>
}

/** A decision that was appealed. */
export type AppealedDecision = StoredDecision & { readonly appeal: StoredAppeal }

const OWN_MAX = 50

const SELECT = `
SELECT decisions.*, appeals.id AS appeal_id, appeals.text AS appeal_text, appeals.opened_at AS appeal_opened_at,
  appeals.due_at AS appeal_due_at, appeals.state AS appeal_state, appeals.answer AS appeal_answer,
  appeals.decided_by_id AS appeal_decided_by_id, appeals.decided_by AS appeal_decided_by,
  appeals.decided_at AS appeal_decided_at, (
    SELECT coalesce(json_agg(json_build_object(
      'kind', measure.kind, 'durationMs', measure.duration_ms, 'banId', measure.ban_id, 'before', measure.before,
      'isLifted', ${MEASURE_IS_LIFTED}
    ) ORDER BY measure.place), '[]')
    FROM decision_measures AS measure LEFT JOIN bans ON bans.id = measure.ban_id
    WHERE measure.decision_id = decisions.id
  ) AS measures
FROM decisions LEFT JOIN appeals ON appeals.decision_id = decisions.id`

interface Row {
  readonly id: string
  readonly seq: number
  readonly account_id: number
  readonly job_id: number
  readonly grave: boolean
  readonly outcome: DecisionOutcome
  readonly rule: DecisionRule | ''
  readonly facts: string
  readonly basis: DecisionBasis[]
  readonly letter: string
  readonly report_ids: (string | number)[]
  readonly decided_by_id: number
  readonly decided_by: string
  readonly decided_at: Date
  readonly approved_by_id: number | null
  readonly approved_by: string
  readonly state: StoredDecision['state']
  readonly ended_at: Date | null
  readonly ended_by: string
  readonly appeal_until: Date
  readonly measures: readonly MeasureJson[]
  readonly appeal_id: number | null
  readonly appeal_text: string
  readonly appeal_opened_at: Date
  readonly appeal_due_at: Date
  readonly appeal_state: AppealState
  readonly appeal_answer: string
  readonly appeal_decided_by_id: number | null
  readonly appeal_decided_by: string
  readonly appeal_decided_at: Date | null
}

interface MeasureJson extends Omit<StoredMeasure, 'banId' | 'before'> {
  readonly banId: number | null
  readonly before: Before | null
}

const decisionOf = (row: Row): StoredDecision => ({
  id: row.id,
  seq: row.seq,
  accountId: row.account_id,
  jobId: row.job_id,
  grave: row.grave,
  outcome: row.outcome,
  rule: row.rule,
  facts: row.facts,
  basis: row.basis,
  letter: row.letter,
  reportIds: row.report_ids.map(Number),
  measures: row.measures.map(({ banId, before, ...measure }) => ({
    ...measure,
    banId: banId ?? undefined,
    before: before ?? undefined,
  })),
  decidedById: row.decided_by_id,
  decidedBy: row.decided_by,
  decidedAtMs: row.decided_at.getTime(),
  approvedById: row.approved_by_id ?? undefined,
  approvedBy: row.approved_by,
  state: row.state,
  endedAtMs: row.ended_at?.getTime(),
  endedBy: row.ended_by,
  appealUntilMs: row.appeal_until.getTime(),
  appeal: appealOf(row),
})

const appealOf = (row: Row): StoredAppeal | undefined =>
  row.appeal_id === null
    ? undefined
    : {
        id: row.appeal_id,
        text: row.appeal_text,
        openedAtMs: row.appeal_opened_at.getTime(),
        dueAtMs: row.appeal_due_at.getTime(),
        state: row.appeal_state,
        answer: row.appeal_answer,
        decidedById: row.appeal_decided_by_id ?? undefined,
        decidedBy: row.appeal_decided_by,
        decidedAtMs: row.appeal_decided_at?.getTime(),
      }

const isAppealed = (decision: StoredDecision): decision is AppealedDecision => decision.appeal !== undefined

const seenBy = (visibility: Visibility): string =>
  `(NOT decisions.grave OR $1) AND ${notOwn(visibility, 'decisions.account_id')}`

/** True if an administrator may see a decision, as in `seenBy`. */
export const isSeen = (visibility: Visibility, { grave, accountId }: StoredDecision): boolean =>
  (!grave || visibility.grave) && !isOwn(visibility, accountId)

// Cursors are ids: numbers in sequence would reveal grave decisions by their gaps.
const LIST = (visibility: Visibility): string => `
${SELECT} WHERE ${seenBy(visibility)} AND ($2::bigint IS NULL OR decisions.account_id = $2)
  AND ($3::uuid IS NULL OR decisions.seq < (SELECT seq FROM decisions WHERE id = $3))
ORDER BY decisions.seq DESC LIMIT $4`

const COUNT = (visibility: Visibility): string =>
  `SELECT count(*) FROM decisions WHERE ${seenBy(visibility)} AND ($2::bigint IS NULL OR account_id = $2)`

const COUNT_APPEALS = (visibility: Visibility): string => `
SELECT count(*) FROM appeals JOIN decisions ON decisions.id = appeals.decision_id
WHERE ${seenBy(visibility)} AND (appeals.state = 'open' OR NOT $2)`

const IN_FORCE = `
SELECT count(*) FROM decisions
WHERE (NOT grave OR $1) AND account_id = $2 AND rule = $3 AND outcome = 'acted' AND state = 'in_force'`

const OWN = `
${SELECT} WHERE decisions.account_id = $1 AND (decisions.outcome = 'acted' OR decisions.letter <> '')
  AND decisions.state <> 'undone'
ORDER BY decisions.seq DESC LIMIT ${OWN_MAX}`

const OPEN_APPEALS = (visibility: Visibility): string => `
${SELECT} WHERE ${seenBy(visibility)} AND appeals.state = 'open'
  AND ($2::bigint IS NULL OR (appeals.due_at, appeals.id) > (SELECT due_at, id FROM appeals WHERE id = $2))
ORDER BY appeals.due_at, appeals.id LIMIT $3`

const ALL_APPEALS = (visibility: Visibility): string => `
${SELECT} WHERE ${seenBy(visibility)} AND appeals.id IS NOT NULL AND ($2::bigint IS NULL OR appeals.id < $2)
ORDER BY appeals.id DESC LIMIT $3`

export function createDecisionReads(database: Pick<Database, 'query'>): DecisionReads {
  const read = async (statement: string, values: unknown[]): Promise<StoredDecision[]> =>
    (await database.query<Row>(statement, values)).rows.map(decisionOf)
  const count = async (statement: string, values: unknown[]): Promise<number> =>
    (await database.query<{ count: number }>(statement, values)).rows[0]?.count ?? 0

  return {
    list: ({ accountId, after }, { limit, ...visibility }) =>
      read(LIST(visibility), [visibility.grave, accountId ?? null, after ?? null, limit]),
    count: (accountId, visibility) => count(COUNT(visibility), [visibility.grave, accountId ?? null]),
    countAppeals: ({ openOnly }, visibility) => count(COUNT_APPEALS(visibility), [visibility.grave, openOnly]),
    countInForce: (accountId, rule, { grave }) => count(IN_FORCE, [grave, accountId, rule]),
    own: (accountId) => read(OWN, [accountId]),

    async appeals({ openOnly, after }, { limit, ...visibility }) {
      const list = openOnly ? OPEN_APPEALS : ALL_APPEALS
      const found = await read(list(visibility), [visibility.grave, after ?? null, limit])
      return found.filter(isAppealed)
    },
  }
}

/** Waits for other changes of a decision, even if it is not made yet. Lock it before anything else. */
export async function lockDecision(tx: Transaction, id: string): Promise<StoredDecision | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.decision ' || $1, 0))`, [id])
  return findDecision(tx, id)
}

export async function findDecision(tx: Pick<Transaction, 'query'>, id: string): Promise<StoredDecision | undefined> {
  const { rows } = await tx.query<Row>(`${SELECT} WHERE decisions.id = $1`, [id])
  return rows[0] && decisionOf(rows[0])
}

export async function endDecision(
  tx: Transaction,
  id: string,
  { state, by, atMs }: { readonly state: 'undone' | 'overturned'; readonly by: string; readonly atMs: number },
): Promise<void> {
  await tx.query('UPDATE decisions SET state = $2, ended_at = $3, ended_by = $4 WHERE id = $1', [
    id,
    state,
    new Date(atMs),
    by,
  ])
}
