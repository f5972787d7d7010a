import { RestError, SavedGifParams, Success } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import { leaveBodiesUnread } from '../plugins/unread-bodies.js'
import type { TypedApp } from '../typed-app.js'

/** Takes a GIF out of the player's library. Clients send nothing, or an empty object; neither is read. */
export const hideSavedGif = (app: TypedApp, parts: HttpParts): void => {
  app.register(async (scope: TypedApp) => {
    leaveBodiesUnread(scope as unknown as FastifyInstance)
    scope.put(
      '/user/saved_gifs/:id/hide',
      {
        config: { access: 'player' },
        schema: {
          summary: 'Hide a saved GIF',
          security: [{ session: [] }],
          params: SavedGifParams,
          response: { 200: Success, '4xx': RestError, '5xx': RestError },
        },
      },
      async (request) => {
        await parts.library.hideSavedGif({ id: Number(request.params.id) }, onBehalfOf(request))
        return { success: true as const }
      },
    )
  })
}
