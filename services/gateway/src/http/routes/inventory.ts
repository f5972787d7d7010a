import { Inventory, RestError } from '@kla/proto/web'
import type { HttpParts } from '../http-parts.js'
import { identify } from '../identify.js'
import { neverStored } from '../never-stored.js'
import type { TypedApp } from '../typed-app.js'

/** What the player has of each item and can spend now. */
export const inventory = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/inventory',
    {
      onRequest: neverStored,
      schema: {
        summary: 'What the player can spend',
        security: [{ session: [] }],
        response: { 200: Inventory, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { principal } = await identify(request, parts)
      const { gifSaves, wildCards } = await parts.commerce.getInventory({}, { principal, requestId: request.id })
      return { counts: { gif_saves: gifSaves, wild_cards: wildCards } }
    },
  )
}
