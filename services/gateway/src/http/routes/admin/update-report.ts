import { IdParams, ReportChange, ReportView } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { reportView } from '../../views/admin/reports.js'
import { consoleCall } from './console-call.js'

/** Changes a report's category, status or notes; null empties the notes. */
export const updateReport = (app: TypedApp, { moderation }: HttpParts): void => {
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
}
