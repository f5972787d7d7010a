import type { Approval } from '@kla/chassis'
import { EXPORT_ROWS_MAX } from '@kla/proto/web'
import type { AuditEntry } from '../audit/index.js'
import type { AuditedBy } from '../shared/rpc.js'
import { isGrave, type Visibility } from '../shared/rules.js'
import type { BatchSide } from './batch-store.js'
import type { Batch } from './rules/batch.js'
import type { BULK_ACTION, Decision, Report } from './rules/decision.js'
import type { ReportOrder, ReportQuery } from './rules/query.js'

/** Restricts the entry if the report was grave before or is now. */
export const reportAudit = (
  by: AuditedBy,
  action:
    | 'reports.read'
    | 'reports.update'
    | 'reports.review'
    | 'reports.note'
    | 'reports.delete'
    | typeof BULK_ACTION
    | 'reports.restore',
  { before, after = before }: { readonly before: Report; readonly after?: Report },
  details: Readonly<Record<string, unknown>> = {},
): AuditEntry => ({
  ...by,
  action,
  subjectKind: 'report',
  subjectId: String(before.id),
  details: JSON.stringify({ reporter_id: before.reporterId, reported_id: before.reportedId, ...details }),
  restricted: isGrave(before.category) || isGrave(after.category),
})

export const approvalAudit = (
  by: AuditedBy,
  action: 'reports.approval-ask' | 'reports.approval-approve',
  { id, askedBy, params, restricted }: Approval,
): AuditEntry => ({
  ...by,
  action,
  subjectKind: '',
  subjectId: '',
  details: JSON.stringify({ approval: id, asked_by: askedBy, reports: (JSON.parse(params) as { ids: number[] }).ids }),
  restricted,
})

export const deletedAudit = (by: AuditedBy, reports: readonly Report[], visibility: Visibility): AuditEntry => ({
  ...by,
  action: 'reports.deleted',
  subjectKind: '',
  subjectId: '',
  details: JSON.stringify({ reports: reports.map(({ id }) => id) }),
  restricted: visibility.grave,
})

/** Omits the search text. Restricted if the reader sees grave reports, which filters and empty pages reveal. */
export const reportsAudit = (
  by: AuditedBy,
  { filter, sort, page }: ReportQuery,
  { reports, visibility }: { readonly reports: readonly Report[]; readonly visibility: Visibility },
): AuditEntry => ({
  ...by,
  action: 'reports.list',
  subjectKind: '',
  subjectId: '',
  details: JSON.stringify({
    filters: filtersOf(filter),
    sort,
    ...page,
    reports: reports.map(({ id }) => id),
  }),
  restricted: visibility.grave,
})

const filtersOf = (filter: ReportQuery['filter']) => ({
  ...(filter.q !== undefined && { q: true }),
  ...(filter.status && { status: filter.status }),
  ...(filter.category && { category: filter.category }),
  ...(filter.reporterId && { reporter_id: filter.reporterId }),
  ...(filter.reportedId && { reported_id: filter.reportedId }),
})

/** Restricted if grave reports are inside, or were asked for. */
export const exportAudit = (
  by: AuditedBy,
  { filter, sort }: ReportOrder,
  { total, grave }: { readonly total: number; readonly grave: boolean },
): AuditEntry => ({
  ...by,
  action: 'reports.export',
  subjectKind: '',
  subjectId: '',
  details: JSON.stringify({ filters: filtersOf(filter), sort, rows: Math.min(total, EXPORT_ROWS_MAX) }),
  restricted: grave || (filter.category !== undefined && isGrave(filter.category)),
})

/** Lists the changes, with a note's id but not its text. */
export const changesOf = (before: Report, { after, note }: Decision): Readonly<Record<string, unknown>> => ({
  ...(before.category !== after.category && { category: { from: before.category, to: after.category } }),
  ...(before.status !== after.status && { status: { from: before.status, to: after.status } }),
  ...(note && { note: note.id }),
})

/** Entry about one side of a batch: together with grave reports, others leave an entry that names only those. */
export const batchAudit = (
  by: AuditedBy,
  action: 'batches.close' | 'batches.undo',
  { id, reporterId, status }: Batch,
  { grave, reportIds, leftIds }: BatchSide,
): AuditEntry => ({
  ...by,
  action,
  subjectKind: 'account',
  subjectId: String(reporterId),
  details: JSON.stringify({ batch: id, status, reports: reportIds, ...(leftIds.length > 0 && { left: leftIds }) }),
  restricted: grave,
})

export const batchPreviewAudit = (
  by: AuditedBy,
  reporterId: number,
  { reportIds, visibility }: { readonly reportIds: readonly number[]; readonly visibility: Visibility },
): AuditEntry => ({
  ...by,
  action: 'batches.preview',
  subjectKind: 'account',
  subjectId: String(reporterId),
  details: JSON.stringify({ reports: reportIds }),
  restricted: visibility.grave,
})
