import { invalidField, KlaError } from '@kla/chassis'
import type { BatchedReport, DeletedReport, ReportBatch, ReportBatchPreview } from '@kla/proto'
import {
  ApprovalList,
  ApprovalParams,
  ApprovalView,
  Changed,
  DeletedReportList,
  DeletedReportsQuery,
  DeletionView,
  IdParams,
  MadeOnQuery,
  NoteCreation,
  ReportBatchOrder,
  ReportBatchPreviewView,
  ReportBatchQuery,
  ReportBatchView,
  ReportBulk,
  ReportChange,
  ReportDeletionRequest,
  ReportDetailView,
  ReportList,
  ReportReview,
  ReportsQuery,
  ReportView,
  UuidParams,
} from '@kla/proto/schemas'
import {
  type BatchedReportView,
  type BatchStatus,
  type DeletedReportView,
  type LeftOutWhy,
  PAGE_SIZE_DEFAULT,
  type ReportCategory,
} from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { accountByNumber } from '../../shared/numbers.js'
import { changeCall, changedOr, refuseMany, seenVersions, versionOf } from '../conflicts.js'
import { approvalView, cursorOf, deletionView, pagedView, reportDetailView, reportView } from '../console-views.js'
import { administratorOf, onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, isoOrNull, numberOr, textOrNull } from '../values.js'

const NEEDED = { status: 'reports.decide', delete: 'reports.delete' } as const

const current = Type.Object(ReportView.properties)
const report = { answer: ReportView, current }

export const consoleReports: Resource = async (app, { auth, moderation }) => {
  const readNow = (request: FastifyRequest<{ Params: { id: string } }>) => async () => {
    const detail = await moderation.getReport({ id: Number(request.params.id) }, onBehalfOf(request))
    return detail.report && reportView(detail.report)
  }

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
        const after = cursorOf(request.query)
        const { reports, total, next } = await moderation.listReports(
          {
            q,
            status,
            category,
            reporterId: await accountByNumber(auth, numberOr(reporter_id, 0), { requestId: request.id }),
            reportedId: await accountByNumber(auth, numberOr(reported_id, 0), { requestId: request.id }),
            page,
            pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT),
            sort,
            after,
          },
          onBehalfOf(request),
        )
        return { results: reports.map(reportView), ...pagedView({ total, page, next, after }) }
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

  app.patch(
    '/admin/reports/:id',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: changeCall('Change a report', report, { params: IdParams, body: ReportChange }),
    },
    async (request, reply) => {
      const { category, status, notes, version } = request.body
      const change = { id: Number(request.params.id), category, status, notes: notes === null ? '' : notes, version }
      const changing = moderation.updateReport(change, onBehalfOf(request)).then(reportView)
      return changedOr(reply, changing, readNow(request))
    },
  )

  app.post(
    '/admin/reports/:id/review',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: changeCall('Review a report', report, { params: IdParams, body: ReportReview }),
    },
    async (request, reply) => {
      const { action, notes, version } = request.body
      const review = { id: Number(request.params.id), action, notes: notes ?? undefined, version }
      const changing = moderation.reviewReport(review, onBehalfOf(request)).then(reportView)
      return changedOr(reply, changing, readNow(request))
    },
  )

  app.post(
    '/admin/reports/:id/notes',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Add a note to a report', ReportView, { params: IdParams, body: NoteCreation }),
    },
    async (request) => {
      const { id: noteId, text } = request.body
      return reportView(
        await moderation.addReportNote({ id: Number(request.params.id), noteId, text }, onBehalfOf(request)),
      )
    },
  )

  app.delete(
    '/admin/reports/:id',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: changeCall(
        'Delete a report',
        { answer: DeletionView, current },
        { params: IdParams, querystring: MadeOnQuery },
      ),
    },
    async (request, reply) => {
      const deletion = { id: Number(request.params.id), version: versionOf(request.query.version) }
      const changing = moderation.deleteReport(deletion, onBehalfOf(request)).then(deletionView)
      return changedOr(reply, changing, readNow(request))
    },
  )

  app.post(
    '/admin/reports/bulk',
    {
      config: { access: { permission: 'reports.read' } },
      schema: changeCall(
        'Change many reports',
        { answer: Changed, current: Type.Array(current) },
        { body: ReportBulk },
      ),
    },
    async (request, reply) => {
      const { ids, op, status, versions } = request.body
      if (!administratorOf(request).permissions.includes(NEEDED[op])) throw new KlaError('NOT_ALLOWED')
      if (op === 'status' && status === undefined) throw invalidField('status')
      const { changed, changedMeanwhile } = await moderation.changeReports(
        { ids, op, status: status ?? '', seen: seenVersions(versions) },
        onBehalfOf(request),
      )
      if (changedMeanwhile) return refuseMany(reply, changedMeanwhile.reports.map(reportView))
      return { success: true as const, changed }
    },
  )

  app.get(
    '/admin/reports/batches/preview',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('What closing all reports by one reporter would change', ReportBatchPreviewView, {
        querystring: ReportBatchQuery,
      }),
    },
    async (request) => {
      const { reporter_id, seen = '' } = request.query
      const reporterId = await accountByNumber(auth, Number(reporter_id), { requestId: request.id })
      const seenIds = seen === '' ? [] : seen.split(',').map(Number)
      return batchPreviewView(await moderation.previewReportBatch({ reporterId, seenIds }, onBehalfOf(request)))
    },
  )

  app.post(
    '/admin/reports/batches',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Close the reports of a preview', ReportBatchView, { body: ReportBatchOrder }),
    },
    async (request) => {
      const { reporter_id: reporterId, ...order } = request.body
      return batchView(await moderation.closeReportBatch({ reporterId, ...order }, onBehalfOf(request)))
    },
  )

  app.post(
    '/admin/reports/batches/:id/undo',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Undo closing reports within a minute', ReportBatchView, { params: UuidParams }),
    },
    async (request) => batchView(await moderation.undoReportBatch({ id: request.params.id }, onBehalfOf(request))),
  )

  app.get(
    '/admin/reports/approvals',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Deletions of reports waiting for a second person', ApprovalList),
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
      schema: consoleCall('Ask a second person for the deletion of reports', ApprovalView, {
        body: ReportDeletionRequest,
      }),
    },
    async (request) => approvalView(await moderation.askForReportDeletion(request.body, onBehalfOf(request))),
  )

  app.post(
    '/admin/reports/approvals/:id/approve',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Approve the deletion of reports', ApprovalView, { params: ApprovalParams }),
    },
    async (request) =>
      approvalView(await moderation.approveReportDeletion({ id: request.params.id }, onBehalfOf(request))),
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
      const after = cursorOf(request.query)
      const { reports, total, next } = await moderation.listDeletedReports(
        { page, pageSize, after },
        onBehalfOf(request),
      )
      return { results: reports.flatMap(deletedReportView), ...pagedView({ total, page, next, after }) }
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

const batchedView = ({ id, createdAtMs, reportedId, reportedName, category }: BatchedReport): BatchedReportView => ({
  id,
  created_at: isoOf(createdAtMs),
  reported_id: reportedId,
  reported_name: reportedName,
  category: category as ReportCategory,
})

const batchPreviewView = (preview: ReportBatchPreview): ReportBatchPreviewView => ({
  reporter_id: preview.reporterId,
  reporter_name: preview.reporterName,
  reports: preview.reports.map(batchedView),
  beyond: preview.beyond,
  left_out: preview.leftOut.flatMap(({ report, why, by }) =>
    report ? [{ ...batchedView(report), why: why as LeftOutWhy, by: textOrNull(by) }] : [],
  ),
  left_out_total: preview.leftOutTotal,
  digest: textOrNull(preview.digest),
})

const batchView = (batch: ReportBatch): ReportBatchView => ({
  id: batch.id,
  reporter_id: batch.reporterId,
  status: batch.status as BatchStatus,
  reports: batch.reportIds,
  jobs: batch.jobs,
  closed_at: isoOf(batch.closedAtMs),
  closed_by: batch.closedBy,
  undone_at: isoOrNull(batch.undoneAtMs),
  left: batch.leftIds,
})

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
