import { RestError, SavedGifs } from '@kla/proto/web'
import type { HttpParts } from '../http-parts.js'
import { identify } from '../identify.js'
import { neverStored } from '../never-stored.js'
import type { TypedApp } from '../typed-app.js'

/** The player's saved GIFs, newest first. */
export const savedGifs = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/saved_gifs',
    {
      onRequest: neverStored,
      schema: {
        summary: 'The saved GIFs',
        security: [{ session: [] }],
        response: { 200: SavedGifs, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { principal } = await identify(request, parts)
      const { gifs } = await parts.library.listSavedGifs({}, { principal, requestId: request.id })
      return gifs.map(({ id, gifUrl, thumbnail }) => ({ id, gif_url: gifUrl, thumbnail }))
    },
  )
}
