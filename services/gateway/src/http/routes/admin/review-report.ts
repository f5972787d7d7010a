import { IdParams, ReportReview, ReportView } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { reportView } from '../../views/admin/reports.js'
import { consoleCall } from './console-call.js'

/** Marks a report as reviewed, acted upon or dismissed. Notes that are left out, or null, stay as they are. */
export const reviewReport = (app: TypedApp, { moderation }: HttpParts): void => {
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
}
