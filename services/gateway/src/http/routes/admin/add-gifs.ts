import { GifBulk, GifBulkAnswer } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** 500 addresses at their longest. */
const BODY_MAX_BYTES = 2 * 1024 * 1024

/** Adds addresses to the rotation. Those that are known already, or blocked, are skipped. */
export const addGifs = (app: TypedApp, { library }: HttpParts): void => {
  app.post(
    '/admin/gifs/bulk',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Add GIFs', GifBulkAnswer, { body: GifBulk }),
    },
    async (request) => {
      const { urls, visible, tags } = request.body
      return library.addGifs({ urls, visible: Boolean(visible), tags: tags ?? [] }, onBehalfOf(request))
    },
  )
}
