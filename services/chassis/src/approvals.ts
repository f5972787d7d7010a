import { createHash } from 'node:crypto'
import type { Approval as ApprovalMessage } from '@kla/proto'
import {
  type ApprovalPerson,
  type ApprovalRefusal,
  type Independence,
  isUuid,
  secondPersonRefusal,
} from '@kla/proto/web'
import { newId } from './ids.js'
import type { Transaction } from './pg.js'

/** An action that needs a second person's approval, bound to its hash. */
export interface ApprovalTerms {
  /** The audit log's name, such as "reports.delete". */
  readonly action: string
  /** Everything that determines the action; never a secret. */
  readonly params: ApprovalParams
}
/** Parameters of an action, stored as JSON. */
export type ApprovalParams = Readonly<Record<string, string | number | boolean | readonly number[] | undefined>>

/** A requested or given approval. */
export interface Approval {
  readonly id: string
  readonly action: string
  readonly params: string
  readonly reason: string
  readonly askedById: number
  readonly askedBy: string
  /** The requester's independence at the time of the request. */
  readonly askedIndependence: ApprovalPerson['independence']
  /** Unix milliseconds, like all times here. */
  readonly askedAtMs: number
  readonly approvedById: number | undefined
  readonly approvedBy: string
  readonly untilMs: number
  /** Visible only with the permission for restricted content. */
  readonly restricted: boolean
}

/** The administrator who requests, approves or acts. */
export interface ApprovalActor {
  readonly id: number
  readonly name: string
  readonly independence: Independence
  readonly nowMs: number
}

export const APPROVAL_LIFE_MS = 86_400_000

/** Retention after use or expiry; the audit log keeps the record. */
export const APPROVAL_KEPT_MS = 30 * 86_400_000

/** Lists its fields, so that a new private one stays here. */
export const approvalToProto = (approval: Approval): ApprovalMessage => ({
  id: approval.id,
  action: approval.action,
  params: approval.params,
  reason: approval.reason,
  askedById: approval.askedById,
  askedBy: approval.askedBy,
  askedAtMs: approval.askedAtMs,
  approvedById: approval.approvedById ?? 0,
  approvedBy: approval.approvedBy,
  untilMs: approval.untilMs,
})

/** Details of the audit entry about an action that used an approval. */
export const approvalDetails = (approval: Approval | undefined): Readonly<Record<string, unknown>> =>
  approval ? { approval: approval.id, approved_by: approval.approvedBy } : {}

const LIST_MAX = 200

const canonicalJson = (params: ApprovalParams): string =>
  JSON.stringify(Object.fromEntries(Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))))

export const approvalHash = ({ action, params }: ApprovalTerms): string =>
  createHash('sha256')
    .update(`${action}\n${canonicalJson(params)}`)
    .digest('hex')

/** Runs in the caller's transaction: an approval is used exactly when the action happens. */
export const approvals = {
  /** Returns an open request of the same administrator (`asked: false`). */
  async ask(
    tx: Transaction,
    terms: ApprovalTerms,
    by: ApprovalActor,
    { reason, restricted = false }: { readonly reason: string; readonly restricted?: boolean },
  ): Promise<{ readonly approval: Approval; readonly asked: boolean }> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`approvals ${by.id}`])
    const [known] = await openOf(tx, terms, by)
    if (known) return { approval: known, asked: false }
    const { rows } = await tx.query<Row>(
      `INSERT INTO approvals (id, action, params, params_hash, reason, restricted, asked_by_id, asked_by, asked_at, until,
         asked_makers, asked_controllers)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${COLUMNS}`,
      [
        ...[newId(), terms.action, canonicalJson(terms.params), approvalHash(terms), reason, restricted],
        ...[by.id, by.name, new Date(by.nowMs), new Date(by.nowMs + APPROVAL_LIFE_MS)],
        ...[by.independence.makers, by.independence.controllers],
      ],
    )
    return { approval: approvalOf(rows[0]!), asked: true }
  },

  /** Lists open requests, of one action or all. */
  async list(
    tx: Pick<Transaction, 'query'>,
    nowMs: number,
    see: { readonly restricted: boolean; readonly action?: string },
  ): Promise<Approval[]> {
    const { rows } = await tx.query<Row>(
      `SELECT ${COLUMNS} FROM approvals
       WHERE used_at IS NULL AND until > $1 AND (NOT restricted OR $2) AND ($3::text IS NULL OR action = $3)
       ORDER BY asked_at DESC, id DESC LIMIT ${LIST_MAX}`,
      [new Date(nowMs), see.restricted, see.action ?? null],
    )
    return rows.map(approvalOf)
  },

  /** Approves another, independent administrator's request. Idempotent. */
  async approve(
    tx: Transaction,
    id: string,
    by: ApprovalActor,
    may: (approval: Approval) => boolean,
  ): Promise<{ readonly approval: Approval; readonly approved: boolean } | { readonly refused: ApprovalRefusal }> {
    const found = isUuid(id)
      ? await tx.query<Row>(
          `SELECT ${COLUMNS} FROM approvals WHERE id = $1 AND used_at IS NULL AND until > $2 FOR UPDATE`,
          [id, new Date(by.nowMs)],
        )
      : undefined
    const row = found?.rows[0]
    if (!row) return { refused: 'gone' }
    const approval = approvalOf(row)
    if (approval.askedById === by.id || !may(approval)) return { refused: 'not-allowed' }
    if (approval.approvedById !== undefined) return { approval, approved: false }
    const refused = secondPersonRefusal(askerOf(approval), by, by.nowMs)
    if (refused) return { refused }
    const { rows } = await tx.query<Row>(
      `UPDATE approvals SET approved_by_id = $2, approved_by = $3, approved_at = $4 WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, by.id, by.name, new Date(by.nowMs)],
    )
    return { approval: approvalOf(rows[0]!), approved: true }
  },

  /** Returns the caller's approval for exactly this action. `isValid` checks the approver again. */
  async use(
    tx: Transaction,
    terms: ApprovalTerms,
    by: Pick<ApprovalActor, 'id' | 'nowMs'>,
    isValid: (approval: Approval & { readonly approvedById: number }) => boolean = () => true,
  ): Promise<Approval | undefined> {
    const given = (await openOf(tx, terms, by)).find(
      (one) => one.approvedById !== undefined && isValid({ ...one, approvedById: one.approvedById }),
    )
    if (given) await tx.query('UPDATE approvals SET used_at = $2 WHERE id = $1', [given.id, new Date(by.nowMs)])
    return given
  },

  /** Lists unapproved requests that ended after `fromMs` and until `toMs`. */
  async endedBetween(database: Pick<Transaction, 'query'>, fromMs: number, toMs: number): Promise<Approval[]> {
    const { rows } = await database.query<Row>(
      `SELECT ${COLUMNS} FROM approvals
       WHERE used_at IS NULL AND approved_by_id IS NULL AND until > $1 AND until <= $2 ORDER BY until LIMIT ${LIST_MAX}`,
      [new Date(fromMs), new Date(toMs)],
    )
    return rows.map(approvalOf)
  },

  async prune(database: Pick<Transaction, 'query'>, nowMs: number): Promise<void> {
    await database.query('DELETE FROM approvals WHERE coalesce(used_at, until) <= $1', [
      new Date(nowMs - APPROVAL_KEPT_MS),
    ])
  },
}

interface Row {
  id: string
  action: string
  params: string
  reason: string
  restricted: boolean
  asked_by_id: number
  asked_by: string
  asked_makers: string[]
  asked_controllers: string[]
  asked_at: Date
  approved_by_id: number | null
  approved_by: string
  until: Date
}

const COLUMNS = `id, action, params, reason, restricted, asked_by_id, asked_by, asked_makers, asked_controllers, asked_at,
  approved_by_id, approved_by, until`

export const askerOf = ({ askedById: id, askedIndependence: independence }: Approval): ApprovalPerson => ({
  id,
  independence,
})

async function openOf(
  tx: Transaction,
  terms: ApprovalTerms,
  by: Pick<ApprovalActor, 'id' | 'nowMs'>,
): Promise<Approval[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM approvals
     WHERE asked_by_id = $1 AND params_hash = $2 AND used_at IS NULL AND until > $3 ORDER BY id FOR UPDATE`,
    [by.id, approvalHash(terms), new Date(by.nowMs)],
  )
  return rows.map(approvalOf)
}

const approvalOf = (row: Row): Approval => ({
  id: row.id,
  action: row.action,
  params: row.params,
  reason: row.reason,
  restricted: row.restricted,
  askedById: row.asked_by_id,
  askedBy: row.asked_by,
  askedIndependence: { makers: row.asked_makers.map(Number), controllers: row.asked_controllers.map(Number) },
  askedAtMs: row.asked_at.getTime(),
  approvedById: row.approved_by_id ?? undefined,
  approvedBy: row.approved_by,
  untilMs: row.until.getTime(),
})
