import type { FastifyInstance } from 'fastify'
import { RestError, SavedGifParams, SavedGifs, Success } from '@kla/proto/web'
import type { HttpParts } from '../deps.js'
import { onBehalfOf } from '../plugins/access.js'
import { leaveBodiesUnread } from '../plugins/bodies.js'
import type { TypedApp } from '../route.js'

/** The player's saved GIFs, newest first. */
export const savedGifs = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/saved_gifs',
    {
      config: { access: 'player' },
      schema: {
        summary: 'The saved GIFs',
        security: [{ session: [] }],
        response: { 200: SavedGifs, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { gifs } = await parts.library.listSavedGifs({}, onBehalfOf(request))
      return gifs.map(({ id, gifUrl, thumbnail }) => ({ id, gif_url: gifUrl, thumbnail }))
    },
  )
}

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
