import type { Approval, Ban, DeletedReport, Deletion, ReportContext, ReportDetail, Report } from '@kla/proto'
import type {
  ApprovalView, BanScope, BanView, DeletedReportView, DeletionView, ReportCategory, ReportContextView, ReportDetailView,
  ReportStatus, ReportView,
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

export const banView = (ban: Ban): BanView => ({
  id: ban.id,
  user_id: ban.userId,
  user_name: ban.userName,
  scope: ban.scope as BanScope,
  reason: textOrNull(ban.reason),
  notes: textOrNull(ban.notes),
  evidence: ban.evidenceJson === '' ? null : (JSON.parse(ban.evidenceJson) as unknown),
  banned_at: isoOf(ban.bannedAtMs),
  expires_at: isoOrNull(ban.expiresAtMs),
  lifted_at: isoOrNull(ban.liftedAtMs),
  banned_by: ban.bannedBy,
  lifted_by: textOrNull(ban.liftedBy),
  lift_reason: textOrNull(ban.liftReason),
  held: ban.held,
})

export const reportView = (report: Report): ReportView => ({
  id: report.id,
  created_at: isoOf(report.createdAtMs),
  reporter_id: report.reporterId,
  reported_id: report.reportedId,
  reporter_name: report.reporterName,
  reported_name: report.reportedName,
  category: report.category as ReportCategory,
  status: report.status as ReportStatus,
  reason: report.reason,
  notes: report.notes,
  reviewed_at: isoOrNull(report.reviewedAtMs),
  reviewed_by: textOrNull(report.reviewedBy),
  submissions: report.submissions,
  held: report.held,
})

export const deletedReportView = ({ report, ...deletion }: DeletedReport): DeletedReportView[] =>
  report === undefined
    ? []
    : [
        {
          ...reportView(report),
          deleted_at: isoOf(deletion.deletedAtMs),
          deleted_by_id: deletion.deletedById,
          deleted_by: deletion.deletedBy,
          erase_after: isoOf(deletion.eraseAfterMs),
        },
      ]

export const reportDetailView = ({ context }: ReportDetail, report: Report): ReportDetailView => ({
  ...reportView(report),
  context: context ? contextView(context) : null,
})

const contextView = (context: ReportContext): ReportContextView => ({
  room_id: context.roomId,
  room_name: context.roomName,
  mode: context.mode,
  category: context.category,
  battle_id: textOrNull(context.battleId),
  phase: context.phase,
  round: context.round,
  taken_at: isoOf(context.takenAtMs),
  people: context.people.map(({ accountId, username, discordId }) => ({
    id: accountId,
    username,
    discord_id: discordId,
  })),
  lines: context.lines.map(({ accountId, username, message, saidAtMs }) => ({
    id: accountId,
    username,
    message,
    said_at: isoOf(saidAtMs),
  })),
  received_gif: textOrNull(context.receivedGif),
})
