import { DeletionView, IdParams } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { deletionView } from '../../views/admin/deletion.js'
import { consoleCall } from './console-call.js'

/** Hides a ban, which lifts it, and says when it will be erased. */
export const deleteBan = (app: TypedApp, { moderation }: HttpParts): void => {
  app.delete(
    '/admin/bans/:id',
    {
      config: { access: { permission: 'bans.delete' } },
      schema: consoleCall('Delete a ban', DeletionView, { params: IdParams }),
    },
    async (request) =>
      deletionView(await moderation.deleteBan({ id: Number(request.params.id) }, onBehalfOf(request))),
  )
}
