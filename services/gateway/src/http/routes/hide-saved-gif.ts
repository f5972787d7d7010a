import { RestError, SavedGifParams, Success } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../http-parts.js'
import { identify } from '../identify.js'
import { neverStored } from '../never-stored.js'
import { takeRawBodies } from '../plugins/raw-bodies.js'
import type { TypedApp } from '../typed-app.js'

/** Clients send nothing, or an empty object; neither is read. */
const BODY_MAX_BYTES = 1024

/** Takes a GIF out of the player's library. */
export const hideSavedGif = (app: TypedApp, parts: HttpParts): void => {
  app.register(async (scope: TypedApp) => {
    takeRawBodies(scope as unknown as FastifyInstance, BODY_MAX_BYTES)
    scope.put(
      '/user/saved_gifs/:id/hide',
      {
        onRequest: neverStored,
        schema: {
          summary: 'Hide a saved GIF',
          security: [{ session: [] }],
          params: SavedGifParams,
          response: { 200: Success, '4xx': RestError, '5xx': RestError },
        },
      },
      async (request) => {
        const { principal } = await identify(request, parts)
        await parts.library.hideSavedGif({ id: Number(request.params.id) }, { principal, requestId: request.id })
        return { success: true as const }
      },
    )
  })
}
