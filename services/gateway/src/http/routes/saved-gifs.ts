import { RestError, SavedGifs } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

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
