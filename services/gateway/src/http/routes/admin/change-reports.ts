import { KlaError } from '@kla/chassis'
import { Changed, ReportBulk } from '@kla/proto/web'
import { administratorOf, onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

const NEEDED = { status: 'reports.decide', delete: 'reports.delete' } as const

/** Changes many reports at once. What is done decides which permission it takes. */
export const changeReports = (app: TypedApp, { moderation }: HttpParts): void => {
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
}
