import { RestError, ShopItems } from '@kla/proto/web'
import type { HttpParts } from '../http-parts.js'
import { identify } from '../identify.js'
import { neverStored } from '../never-stored.js'
import type { TypedApp } from '../typed-app.js'

/** What the shop sells, by the catalogue of commerce. */
export const shopItems = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/api/shop',
    {
      onRequest: neverStored,
      schema: {
        summary: 'What can be bought now',
        security: [{ session: [] }],
        response: { 200: ShopItems, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { principal } = await identify(request, parts)
      return parts.commerce.listCatalogue({}, { principal, requestId: request.id })
    },
  )
}
