import type { DeletedReport, Report, ReportContext, ReportDetail } from '@kla/proto'
import type {
  DeletedReportView,
  ReportCategory,
  ReportContextView,
  ReportDetailView,
  ReportStatus,
  ReportView,
} from '@kla/proto/web'
import { isoOf, isoOrNull, textOrNull } from '../values.js'

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

/** A deleted report with who deleted it; empty where the message has none. */
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
