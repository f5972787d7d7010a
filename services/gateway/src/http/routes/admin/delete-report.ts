import { DeletionView, IdParams } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { deletionView } from '../../views/admin/deletion.js'
import { consoleCall } from './console-call.js'

/** Hides a report, and says when it will be erased. */
export const deleteReport = (app: TypedApp, { moderation }: HttpParts): void => {
  app.delete(
    '/admin/reports/:id',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Delete a report', DeletionView, { params: IdParams }),
    },
    async (request) =>
      deletionView(await moderation.deleteReport({ id: Number(request.params.id) }, onBehalfOf(request))),
  )
}
