import { type ApprovalActor, type Database, inTransaction, KlaError, type Transaction } from '@kla/chassis'
import {
  type DecisionOutcome,
  type DecisionRule,
  type Independence,
  OPINION_LAPSES_MS,
  OPINIONS_COUNTED_MS,
  type ReportCategory,
  UNDO_MS,
} from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import type { StoredDecision } from '../decisions/index.js'
import { notOwn, type Visibility } from '../shared/rules.js'
import {
  agree,
  type FirstJudge,
  type GivenOpinion,
  isOpinionRepeat,
  isPicked,
  type JudgedMeasure,
  mayGive,
  type OpinionOrder,
} from './rules.js'

/** A second opinion with what the decision behind it is about. Times in Unix milliseconds. */
export interface StoredOpinion extends FirstJudge {
  readonly id: number
  readonly grave: boolean
  readonly decisionId: string
  readonly accountId: number
  readonly category: ReportCategory
  readonly reportIds: readonly number[]
  readonly decidedAtMs: number
  readonly askedAtMs: number
  readonly lapsesAtMs: number
  readonly given: GivenOpinion | undefined
}

/** An administrator who looks or judges. */
export interface OpinionActor extends ApprovalActor, Visibility {
  readonly isOwner: boolean
}

/** How often second opinions agreed lately. */
export interface Agreement {
  readonly given: number
  readonly agreed: number
}

/** Second opinions. Those about grave jobs are absent without sight of them. */
export interface OpinionStore {
  /** Opinions that this administrator may give, oldest first. */
  open(by: OpinionActor): Promise<readonly StoredOpinion[]>
  /** An open or given one. */
  find(id: number, by: OpinionActor): Promise<StoredOpinion | undefined>
  agreement(by: OpinionActor): Promise<Agreement>
  /** Newest first: all for owners, their own for others. */
  differing(by: OpinionActor, limit: number): Promise<readonly { readonly id: number; readonly givenAtMs: number }[]>
  /** Returns the first one for the same again. Throws the refusals of its RPC. */
  give(order: OpinionOrder, by: OpinionActor, audit: (opinion: StoredOpinion) => AuditEntry): Promise<StoredOpinion>
}

/** Asks for a second opinion about some decisions, in their transaction. */
export type AskSecondOpinion = (tx: Transaction, decision: StoredDecision, by: ApprovalActor) => Promise<void>

const ASK = `
INSERT INTO second_opinions (id, decision_id, grave, independence, asked_at, lapses_at)
VALUES (CASE WHEN $2 THEN nextval('grave_opinion_ids') ELSE nextval('opinion_ids') END, $1, $2, $3, $4, $5)`

export const createAskSecondOpinion =
  (percent: number): AskSecondOpinion =>
  async (tx, { id, grave, decidedAtMs }, { independence }) => {
    if (!isPicked(id, percent)) return
    const askedAtMs = decidedAtMs + UNDO_MS
    await tx.query(ASK, [
      ...[id, grave, JSON.stringify(independence)],
      ...[new Date(askedAtMs), new Date(askedAtMs + OPINION_LAPSES_MS)],
    ])
  }

/** Open ones that are read to count those that one administrator may give. */
const OPEN_MAX = 500

const FROM = `
FROM second_opinions AS opinion JOIN decisions ON decisions.id = opinion.decision_id JOIN jobs ON jobs.id = decisions.job_id`
// $1: whether grave ones are visible.
const seenBy = (by: Visibility): string =>
  `(NOT opinion.grave OR $1) AND decisions.state <> 'undone' AND ${notOwn(by, 'decisions.account_id')}`
const OPEN = 'opinion.given_at IS NULL AND opinion.asked_at <= $2 AND opinion.lapses_at > $2'
const COLUMNS = `
SELECT opinion.*, decisions.account_id, decisions.report_ids, decisions.decided_by_id, decisions.approved_by_id,
  decisions.decided_at, jobs.category`

const LIST_OPEN = (by: Visibility): string =>
  `${COLUMNS} ${FROM} WHERE ${seenBy(by)} AND ${OPEN} ORDER BY opinion.asked_at, opinion.id LIMIT ${OPEN_MAX}`
const FIND = (by: Visibility): string => `
${COLUMNS} ${FROM} WHERE ${seenBy(by)} AND (opinion.given_at IS NOT NULL OR (${OPEN})) AND opinion.id = $3`
const AGREEMENT = (by: Visibility): string => `
SELECT count(*) AS given, count(*) FILTER (WHERE opinion.agrees) AS agreed ${FROM}
WHERE ${seenBy(by)} AND opinion.given_at > $2`
const DIFFERING = (by: Visibility): string => `
SELECT opinion.id, opinion.given_at ${FROM}
WHERE ${seenBy(by)} AND opinion.given_at > $2 AND NOT opinion.agrees
  AND ($3 OR opinion.given_by_id = $4 OR decisions.decided_by_id = $4)
ORDER BY opinion.given_at DESC, opinion.id DESC LIMIT $5`
const JUDGED = `
SELECT decisions.outcome, coalesce(json_agg(json_build_object('kind', kind, 'durationMs', duration_ms) ORDER BY place)
  FILTER (WHERE kind IS NOT NULL), '[]') AS measures
FROM decisions LEFT JOIN decision_measures ON decision_id = decisions.id WHERE decisions.id = $1 GROUP BY decisions.id`
const GIVE = `
UPDATE second_opinions SET given_at = $2, given_by_id = $3, given_by = $4, outcome = $5, rule = $6, measures = $7,
  reason = $8, agrees = $9 WHERE id = $1`

interface Row {
  readonly id: number
  readonly decision_id: string
  readonly grave: boolean
  readonly independence: Independence
  readonly asked_at: Date
  readonly lapses_at: Date
  readonly given_at: Date | null
  readonly given_by_id: number | null
  readonly given_by: string
  readonly outcome: DecisionOutcome | null
  readonly rule: DecisionRule | ''
  readonly measures: readonly JudgedMeasure[]
  readonly reason: string
  readonly agrees: boolean | null
  readonly account_id: number
  readonly report_ids: readonly (number | string)[]
  readonly decided_by_id: number
  readonly approved_by_id: number | null
  readonly decided_at: Date
  readonly category: ReportCategory
}

const opinionOf = (row: Row): StoredOpinion => ({
  id: row.id,
  grave: row.grave,
  decisionId: row.decision_id,
  accountId: row.account_id,
  category: row.category,
  reportIds: row.report_ids.map(Number),
  decidedById: row.decided_by_id,
  approvedById: row.approved_by_id ?? undefined,
  independence: row.independence,
  decidedAtMs: row.decided_at.getTime(),
  askedAtMs: row.asked_at.getTime(),
  lapsesAtMs: row.lapses_at.getTime(),
  given: givenOf(row),
})

function givenOf(row: Row): GivenOpinion | undefined {
  if (row.given_at === null || row.given_by_id === null || row.outcome === null) return undefined
  return {
    outcome: row.outcome,
    rule: row.rule,
    measures: row.measures,
    reason: row.reason,
    byId: row.given_by_id,
    by: row.given_by,
    atMs: row.given_at.getTime(),
    agrees: row.agrees ?? false,
  }
}

export function createOpinionStore(database: Database): OpinionStore {
  async function find(tx: Pick<Transaction, 'query'>, id: number, by: OpinionActor) {
    const { rows } = await tx.query<Row>(FIND(by), [by.grave, new Date(by.nowMs), id])
    return rows[0] && opinionOf(rows[0])
  }
  const since = ({ nowMs }: OpinionActor): Date => new Date(nowMs - OPINIONS_COUNTED_MS)

  return {
    async open(by) {
      const { rows } = await database.query<Row>(LIST_OPEN(by), [by.grave, new Date(by.nowMs)])
      return rows.map(opinionOf).filter((opinion) => mayGive(opinion, by, by.nowMs))
    },
    find: (id, by) => find(database, id, by),
    async agreement(by) {
      const { rows } = await database.query<Agreement>(AGREEMENT(by), [by.grave, since(by)])
      return rows[0] ?? { given: 0, agreed: 0 }
    },
    async differing(by, limit) {
      const values = [by.grave, since(by), by.isOwner, by.id, limit]
      const { rows } = await database.query<{ id: number; given_at: Date }>(DIFFERING(by), values)
      return rows.map(({ id, given_at: givenAt }) => ({ id, givenAtMs: givenAt.getTime() }))
    },
    give: (order, by, audit) =>
      inTransaction(database, async (tx) => {
        await tx.query('SELECT FROM second_opinions WHERE id = $1 AND (NOT grave OR $2) FOR UPDATE', [
          order.id,
          by.grave,
        ])
        const opinion = await find(tx, order.id, by)
        if (!opinion) throw new KlaError('OPINION_NOT_FOUND')
        if (!mayGive(opinion, by, by.nowMs)) throw new KlaError('NOT_ALLOWED')
        if (opinion.given) {
          if (isOpinionRepeat(opinion.given, order, by.id)) return opinion
          throw new KlaError('ALREADY_GIVEN')
        }
        const { rows } = await tx.query<{ outcome: DecisionOutcome; measures: readonly JudgedMeasure[] }>(JUDGED, [
          opinion.decisionId,
        ])
        const { outcome, rule, measures, reason } = order
        const agrees = rows[0] !== undefined && agree(rows[0], order)
        await tx.query(GIVE, [
          ...[order.id, new Date(by.nowMs), by.id, by.name],
          ...[outcome, rule, JSON.stringify(measures), reason, agrees],
        ])
        const given = { outcome, rule, measures, reason, byId: by.id, by: by.name, atMs: by.nowMs, agrees }
        const made = { ...opinion, given }
        await appendAudit(tx, [audit(made)])
        return made
      }),
  }
}
