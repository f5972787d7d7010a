import { Inventory, RestError } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** What the player has of each item and can spend now. */
export const inventory = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/inventory',
    {
      config: { access: 'player' },
      schema: {
        summary: 'What the player can spend',
        security: [{ session: [] }],
        response: { 200: Inventory, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { gifSaves, wildCards } = await parts.commerce.getInventory({}, onBehalfOf(request))
      return { counts: { gif_saves: gifSaves, wild_cards: wildCards } }
    },
  )
}
