import { PAGE_SIZE_DEFAULT, ReportList, ReportsQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { reportView } from '../../views/admin/reports.js'
import { consoleCall } from './console-call.js'

/** One page of reports. The specification's address ends in a slash. */
export const listReports = (app: TypedApp, { moderation }: HttpParts): void => {
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
}
