import { KlaError } from '@kla/chassis'
import type { DeletedReport, Report, ReportContext, ReportDetail } from '@kla/proto'
import {
  ApprovalList,
  ApprovalParams,
  ApprovalView,
  Changed,
  DeletedReportList,
  DeletedReportsQuery,
  DeletionView,
  IdParams,
  ReportBulk,
  ReportChange,
  ReportDeletionRequest,
  ReportDetailView,
  ReportList,
  ReportReview,
  ReportsQuery,
  ReportView,
} from '@kla/proto/schemas'
import { type DeletedReportView, PAGE_SIZE_DEFAULT, type ReportContextView } from '@kla/proto/web'
import { approvalView, deletionView, reportView } from '../console-views.js'
import { administratorOf, onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOr, textOrNull } from '../values.js'

const NEEDED = { status: 'reports.decide', delete: 'reports.delete' } as const

export const consoleReports: Resource = async (app, { moderation }) => {
  // The specification's path ends in a slash.
  for (const url of ['/admin/reports', '/admin/reports/']) {
    app.get(
      url,
      {
        config: { access: { permission: 'reports.read' } },
        schema: consoleCall('Reports', ReportList, { querystring: ReportsQuery }),
      },
      async (request) => {
        const { q = '', status = '', category = '', reporter_id, reported_id, pageSize, sort = '' } = request.query
        const page = numberOr(request.query.page, 1)
        const { reports, total } = await moderation.listReports(
          {
            q,
            status,
            category,
            reporterId: numberOr(reporter_id, 0),
            reportedId: numberOr(reported_id, 0),
            page,
            pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT),
            sort,
          },
          onBehalfOf(request),
        )
        return { results: reports.map(reportView), total, page }
      },
    )
  }

  app.get(
    '/admin/reports/:id',
    {
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('A report with its evidence', ReportDetailView, { params: IdParams }),
    },
    async (request) => {
      const detail = await moderation.getReport({ id: Number(request.params.id) }, onBehalfOf(request))
      if (!detail.report) throw new KlaError('REPORT_NOT_FOUND')
      return reportDetailView(detail, detail.report)
    },
  )

  // `notes: null` clears the notes.
  app.patch(
    '/admin/reports/:id',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Change a report', ReportView, { params: IdParams, body: ReportChange }),
    },
    async (request) => {
      const { category, status, notes } = request.body
      const report = await moderation.updateReport(
        { id: Number(request.params.id), category, status, notes: notes === null ? '' : notes },
        onBehalfOf(request),
      )
      return reportView(report)
    },
  )

  // `notes` left out or null keeps the notes.
  app.post(
    '/admin/reports/:id/review',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Review a report', ReportView, { params: IdParams, body: ReportReview }),
    },
    async (request) => {
      const { action, notes } = request.body
      const report = await moderation.reviewReport(
        { id: Number(request.params.id), action, notes: notes ?? undefined },
        onBehalfOf(request),
      )
      return reportView(report)
    },
  )

  app.delete(
    '/admin/reports/:id',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Delete a report', DeletionView, { params: IdParams }),
    },
    async (request) =>
      deletionView(await moderation.deleteReport({ id: Number(request.params.id) }, onBehalfOf(request))),
  )

  // The operation decides which permission it needs.
  app.post(
    '/admin/reports/bulk',
    {
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('Change many reports', Changed, { body: ReportBulk }),
    },
    async (request) => {
      const { ids, op, status } = request.body
      if (!administratorOf(request).permissions.includes(NEEDED[op])) throw new KlaError('NOT_ALLOWED')
      if (op === 'status' && status === undefined) throw new KlaError('INVALID_FIELD')
      const { changed } = await moderation.changeReports({ ids, op, status: status ?? '' }, onBehalfOf(request))
      return { success: true as const, changed }
    },
  )

  app.get(
    '/admin/reports/approvals',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Deletions of reports that wait for a second person', ApprovalList),
    },
    async (request) => {
      const { approvals } = await moderation.listReportApprovals({}, onBehalfOf(request))
      return { approvals: approvals.map(approvalView) }
    },
  )

  app.post(
    '/admin/reports/approvals',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Ask a second person for the deletion of reports', ApprovalView, { body: ReportDeletionRequest }),
    },
    async (request) => approvalView(await moderation.askForReportDeletion(request.body, onBehalfOf(request))),
  )

  app.post(
    '/admin/reports/approvals/:id/approve',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Approve the deletion of reports', ApprovalView, { params: ApprovalParams }),
    },
    async (request) => approvalView(await moderation.approveReportDeletion({ id: request.params.id }, onBehalfOf(request))),
  )

  app.get(
    '/admin/reports/deleted',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Deleted reports', DeletedReportList, { querystring: DeletedReportsQuery }),
    },
    async (request) => {
      const page = numberOr(request.query.page, 1)
      const pageSize = numberOr(request.query.pageSize, PAGE_SIZE_DEFAULT)
      const { reports, total } = await moderation.listDeletedReports({ page, pageSize }, onBehalfOf(request))
      return { results: reports.flatMap(deletedReportView), total, page }
    },
  )

  app.post(
    '/admin/reports/:id/restore',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Restore a report that another administrator deleted', ReportView, { params: IdParams }),
    },
    async (request) =>
      reportView(await moderation.restoreReport({ id: Number(request.params.id) }, onBehalfOf(request))),
  )
}

const deletedReportView = ({ report, ...deletion }: DeletedReport): DeletedReportView[] =>
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

const reportDetailView = ({ context, evidenceOffered }: ReportDetail, report: Report): ReportDetailView => ({
  ...reportView(report),
  context: context ? contextView(context) : null,
  evidence_offered: evidenceOffered ?? false,
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
  reveals: context.reveals.map(({ openedAtMs, closedAtMs, closedBy, closedWhy }) => ({
    opened_at: isoOf(openedAtMs),
    closed_at: closedAtMs === 0 ? null : isoOf(closedAtMs),
    closed_by: closedBy === 0 ? null : closedBy,
    closed_why: closedWhy,
  })),
})
