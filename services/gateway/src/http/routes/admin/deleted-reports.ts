import { DeletedReportList, DeletedReportsQuery, IdParams, PAGE_SIZE_DEFAULT, ReportView } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { deletedReportView, reportView } from '../../views/admin/reports.js'
import { consoleCall } from './console-call.js'

/** Reports that are deleted and not erased yet, and bringing them back. */
export const deletedReports = (app: TypedApp, { moderation }: HttpParts): void => {
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
      schema: consoleCall('Restore a report that somebody else deleted', ReportView, { params: IdParams }),
    },
    async (request) =>
      reportView(await moderation.restoreReport({ id: Number(request.params.id) }, onBehalfOf(request))),
  )
}
