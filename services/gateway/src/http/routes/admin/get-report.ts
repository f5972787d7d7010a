import { KlaError } from '@kla/chassis'
import { IdParams, ReportDetailView } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { reportDetailView } from '../../views/admin/reports.js'
import { consoleCall } from './console-call.js'

/** A report with what the server knew at its moment. */
export const getReport = (app: TypedApp, { moderation }: HttpParts): void => {
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
}
