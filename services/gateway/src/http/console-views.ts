import type { Approval, Ban, Deletion, Report, Thread } from '@kla/proto'
import type {
  ApprovalView,
  BanScope,
  BanView,
  DeletionView,
  NoteView,
  ReportCategory,
  ReportStatus,
  ReportView,
} from '@kla/proto/web'
import { isoOf, isoOrNull, textOrNull } from './values.js'

export const approvalView = (approval: Approval): ApprovalView => ({
  id: approval.id,
  action: approval.action,
  params: JSON.parse(approval.params) as ApprovalView['params'],
  reason: approval.reason,
  asked_by_id: approval.askedById,
  asked_by: approval.askedBy,
  asked_at: isoOf(approval.askedAtMs),
  approved_by: textOrNull(approval.approvedBy),
  until: isoOf(approval.untilMs),
})

export const deletionView = ({ eraseAfterMs, held }: Deletion): DeletionView => ({
  success: true,
  erase_after: isoOf(eraseAfterMs),
  held,
})

interface Versioned {
  readonly version?: number | undefined
  readonly changedAtMs?: number | undefined
  readonly changedBy?: string | undefined
}

export const versionView = ({ version, changedAtMs = 0, changedBy = '' }: Versioned) => ({
  version: version ?? 0,
  changed_at: isoOrNull(changedAtMs),
  changed_by: textOrNull(changedBy),
})

export const threadView = (thread: Thread | undefined): NoteView[] =>
  (thread?.notes ?? []).map(({ id, by, atMs, text }) => ({ id, by: textOrNull(by), at: isoOf(atMs), text }))

export const banView = (ban: Ban): BanView => ({
  id: ban.id,
  user_id: ban.userId,
  user_name: ban.userName,
  scope: ban.scope as BanScope,
  reason: textOrNull(ban.reason),
  notes: textOrNull(ban.notes),
  thread: threadView(ban.thread),
  evidence: ban.evidenceJson === '' ? null : (JSON.parse(ban.evidenceJson) as unknown),
  banned_at: isoOf(ban.bannedAtMs),
  expires_at: isoOrNull(ban.expiresAtMs),
  lifted_at: isoOrNull(ban.liftedAtMs),
  banned_by: ban.bannedBy,
  lifted_by: textOrNull(ban.liftedBy),
  lift_reason: textOrNull(ban.liftReason),
  held: ban.held,
  ...versionView(ban),
})

export const reportView = (report: Report): ReportView => ({
  id: report.id,
  created_at: isoOf(report.createdAtMs),
  reporter_id: report.reporterId,
  reported_id: report.reportedId,
  reporter_name: report.reporterName,
  reported_name: report.reportedName,
  category: report.category as ReportCategory,
  categories: report.categories as ReportCategory[],
  status: report.status as ReportStatus,
  reason: report.reason,
  notes: report.notes,
  thread: threadView(report.thread),
  reviewed_at: isoOrNull(report.reviewedAtMs),
  reviewed_by: textOrNull(report.reviewedBy),
  submissions: report.submissions,
  held: report.held,
  ...versionView(report),
})
