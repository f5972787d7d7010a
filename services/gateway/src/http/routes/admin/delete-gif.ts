import { DeletionView, IdParams } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { deletionView } from '../../views/admin/deletion.js'
import { consoleCall } from './console-call.js'

/** Takes a GIF out at once, and says when it will be erased. */
export const deleteGif = (app: TypedApp, { library }: HttpParts): void => {
  app.delete(
    '/admin/gifs/:id',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Delete a GIF', DeletionView, { params: IdParams }),
    },
    async (request) => deletionView(await library.deleteGif({ id: Number(request.params.id) }, onBehalfOf(request))),
  )
}
