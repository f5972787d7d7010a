import {
  accepted,
  type Approval,
  type ApprovalActor,
  approvals,
  type Database,
  inTransaction,
  microsecondsOf,
  pageOf,
  type Place,
  timeOf,
} from '@kla/chassis'
import { type ApprovalRefusal, DELETIONS_ALONE_MS, freshnessOf } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { deriveJobs } from '../jobs/index.js'
import { listApprovals, refuseOwnApproval } from '../shared/approvals.js'
import { isGrave, notOwn, type Page, type Visibility } from '../shared/rules.js'
import { bumpStateVersions } from '../stills/index.js'
import { keptOf, lockReports } from './change-store.js'
import {
  deletable,
  DELETE_ACTION,
  deletionTerms,
  keptRefusal,
  type Report,
  unversionedDeletionTerms,
} from './rules/decision.js'
import { REPORT_COLUMNS, reportOf, type ReportRow, seenBy } from './store.js'

/** A report that is hidden until erased. */
export interface HiddenReport {
  readonly report: Report
  readonly hiddenAtMs: number
  readonly hiddenById: number
  readonly hiddenBy: string
}

export interface Hiding {
  readonly by: ApprovalActor
  readonly requestId: string
  /** Versions by id; others are not checked. */
  readonly seen: ReadonlyMap<number, number>
  readonly entryOf: (report: Report, approval: Approval | undefined) => AuditEntry
}

/** Deletions, each committed with its audit entry. */
export interface ReportDeletions {
  /**
   * Hides all reports or none. Beyond one administrator's limit it uses up an approval, which covers the versions of
   * the reports when it was asked for. Pending ones stay, with a refusal, as they do for other closing; an approval also
   * covers those that are decided one by one.
   */
  hide(
    ids: readonly number[],
    visibility: Visibility,
    hiding: Hiding,
  ): Promise<HiddenReport[] | 'second-person-required' | { readonly stale: readonly Report[] }>
  hiddenBy(requestId: string, id: number): Promise<HiddenReport | undefined>
  list(
    page: Page,
    visibility: Visibility,
  ): Promise<{ readonly reports: HiddenReport[]; readonly total: number; readonly next: Place | undefined }>
  /** Returns 'own' to the administrator who hid it. A visible report is returned unchanged. */
  restore(
    id: number,
    visibility: Visibility,
    by: { readonly id: number; readonly nowMs: number; readonly entryOf: (report: HiddenReport) => AuditEntry },
  ): Promise<Report | 'own' | undefined>
  /** Requests an approval for the reports as they are now, restricted if any of them is grave. */
  ask(
    ids: readonly number[],
    visibility: Visibility,
    asking: {
      readonly by: ApprovalActor
      readonly reason: string
      readonly entryOf: (approval: Approval) => AuditEntry
    },
  ): Promise<Approval>
  approvals(nowMs: number, visibility: Visibility): Promise<Approval[]>
  approve(
    id: string,
    visibility: Visibility,
    approving: { readonly by: ApprovalActor; readonly entryOf: (approval: Approval) => AuditEntry },
  ): Promise<Approval | { readonly refused: ApprovalRefusal }>
}

type HiddenRow = ReportRow & { hidden_at: Date; hidden_by_id: number | null; hidden_by: string }
const HIDDEN_COLUMNS = `${REPORT_COLUMNS}, hidden_at, hidden_by_id, hidden_by`

const HIDE = `
UPDATE reports SET hidden_at = $2, hidden_by_request = $3, hidden_by_id = $4, hidden_by = $5, hidden_approval = $6
WHERE id = ANY($1)`

const DELETED_ALONE =
  'SELECT count(*) AS alone FROM reports WHERE hidden_at > $2 AND hidden_by_id = $1 AND hidden_approval IS NULL'

const RESTORE = `
UPDATE reports
SET hidden_at = NULL, hidden_by_request = NULL, hidden_by_id = NULL, hidden_by = '', hidden_approval = NULL
WHERE id = $1`

export const createReportDeletions = (database: Database): ReportDeletions => ({
  hide: (ids, visibility, { by, requestId, seen, entryOf }) =>
    inTransaction(database, async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`report deletions ${by.id}`])
      const found = await lockReports(tx, ids, visibility)
      if (found.length === 0) return []
      const isStale = (report: Report) =>
        freshnessOf(report, { version: seen.get(report.id), byId: by.id }, () => false) === 'stale'
      const stale = found.filter(isStale)
      if (stale.length > 0) return { stale }
      const asked = new Set(ids).size
      const approval =
        (await approvals.use(tx, deletionTerms(ids, found), by)) ??
        (await approvals.use(tx, unversionedDeletionTerms(ids), by))
      const { rows } = await tx.query<{ alone: number }>(DELETED_ALONE, [
        by.id,
        new Date(by.nowMs - DELETIONS_ALONE_MS),
      ])
      const reports = deletable(found, { asked, alone: rows[0]!.alone, approval })
      if (reports === 'second-person-required') return reports
      const alone = asked === 1
      const pending = reports.filter(({ status }) => status === 'pending')
      const kept = await keptOf(tx, pending, { ...by, alone: alone || approval !== undefined })
      if (kept.length > 0) accepted(keptRefusal(kept, alone, 'Delete'))
      const values = [new Date(by.nowMs), requestId, by.id, by.name, approval?.id ?? null]
      const hidden = reports.map(({ id }) => id)
      await tx.query(HIDE, [hidden, ...values])
      await bumpStateVersions(tx, hidden)
      const subjects = reports.map(({ reportedId }) => reportedId)
      await deriveJobs(tx, subjects, by.nowMs)
      await appendAudit(
        tx,
        reports.map((report) => entryOf(report, approval)),
      )
      return reports.map((report) => ({ report, hiddenAtMs: by.nowMs, hiddenById: by.id, hiddenBy: by.name }))
    }),

  async hiddenBy(requestId, id) {
    const { rows } = await database.query<HiddenRow>(
      `SELECT ${HIDDEN_COLUMNS} FROM reports WHERE id = $1 AND hidden_at IS NOT NULL AND hidden_by_request = $2`,
      [id, requestId],
    )
    return rows[0] && hiddenOf(rows[0], { grave: true })
  },

  async list({ limit, offset, after }, visibility) {
    const { grave } = visibility
    const where = `hidden_at IS NOT NULL AND (NOT grave OR $1) AND ${notOwn(visibility, 'reported_id')}`
    const columns = `${HIDDEN_COLUMNS}, ${microsecondsOf('hidden_at')} AS hidden_us`
    const beyond = after ? `AND (hidden_at, id) < (${timeOf('$4')}, $5::bigint)` : ''
    const [listed, counted] = await Promise.all([
      database.query<HiddenRow & { hidden_us: number }>(
        `SELECT ${columns} FROM reports WHERE ${where} ${beyond} ORDER BY hidden_at DESC, id DESC LIMIT $2 OFFSET $3`,
        [grave, limit + 1, offset, ...(after ?? [])],
      ),
      after
        ? undefined
        : database.query<{ total: number }>(`SELECT count(*) AS total FROM reports WHERE ${where}`, [grave]),
    ])
    const { rows, last } = pageOf(listed.rows, limit)
    return {
      reports: rows.map((row) => hiddenOf(row, visibility)),
      total: counted?.rows[0]!.total ?? 0,
      next: last && [last.hidden_us, last.id],
    }
  },

  restore: (id, visibility, by) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<HiddenRow>(
        `SELECT ${HIDDEN_COLUMNS} FROM reports
         WHERE id = $1 AND hidden_at IS NOT NULL AND (NOT grave OR $2) AND ${notOwn(visibility, 'reported_id')} FOR UPDATE`,
        [id, visibility.grave],
      )
      if (!rows[0]) {
        const there = await tx.query<ReportRow>(
          `SELECT ${REPORT_COLUMNS} FROM reports WHERE id = $1 AND ${seenBy(visibility)}`,
          [id],
        )
        return there.rows[0] && reportOf(there.rows[0], visibility)
      }
      if (rows[0].hidden_by_id === by.id) return 'own'
      const hidden = hiddenOf(rows[0], visibility)
      await tx.query(RESTORE, [id])
      await bumpStateVersions(tx, [id])
      await deriveJobs(tx, [hidden.report.reportedId], by.nowMs)
      await appendAudit(tx, [by.entryOf(hidden)])
      return hidden.report
    }),

  ask: (ids, visibility, { by, reason, entryOf }) =>
    inTransaction(database, async (tx) => {
      const found = await lockReports(tx, ids, visibility)
      const restricted = found.some(({ category }) => isGrave(category))
      const { approval, asked } = await approvals.ask(tx, deletionTerms(ids, found), by, { reason, restricted })
      if (asked) await appendAudit(tx, [entryOf(approval)])
      return approval
    }),

  approvals: (nowMs, visibility) => listApprovals(database, nowMs, visibility, DELETE_ACTION),

  approve: (id, visibility, { by, entryOf }) =>
    inTransaction(database, async (tx) => {
      let unseen = false
      const outcome = await approvals.approve(tx, id, by, ({ restricted, action }) => {
        unseen = action !== DELETE_ACTION || (restricted && !visibility.grave)
        return !unseen
      })
      if ('refused' in outcome) return unseen ? { refused: 'gone' } : outcome
      await refuseOwnApproval(tx, outcome.approval, visibility)
      if (outcome.approved) await appendAudit(tx, [entryOf(outcome.approval)])
      return outcome.approval
    }),
})

const hiddenOf = (row: HiddenRow, visibility: Pick<Visibility, 'grave'>): HiddenReport => ({
  report: reportOf(row, visibility),
  hiddenAtMs: row.hidden_at.getTime(),
  hiddenById: row.hidden_by_id ?? 0,
  hiddenBy: row.hidden_by,
})
