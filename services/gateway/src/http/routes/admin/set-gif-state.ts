import { GifChange, GifView, IdParams } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { gifView, STATE } from '../../views/admin/gifs.js'
import { consoleCall } from './console-call.js'

/** Before a GIF goes live its content is looked at, which may take half a minute. */
const PATIENCE = { deadlineMs: 40_000, attemptMs: 40_000 } as const

/** Puts a GIF into the rotation, takes it out, or blocks it and its content for ever. */
export const setGifState = (app: TypedApp, { library }: HttpParts): void => {
  app.patch(
    '/admin/gifs/:id',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall("Change a GIF's state", GifView, { params: IdParams, body: GifChange }),
    },
    async (request) => {
      const entry = await library.setGifState(
        { id: Number(request.params.id), state: STATE[request.body.state] },
        { ...onBehalfOf(request), ...PATIENCE },
      )
      return gifView(entry)
    },
  )
}
