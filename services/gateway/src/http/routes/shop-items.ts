import { RestError, ShopItems } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** What the shop sells, by the catalogue of commerce. */
export const shopItems = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/api/shop',
    {
      config: { access: 'player' },
      schema: {
        summary: 'What can be bought now',
        security: [{ session: [] }],
        response: { 200: ShopItems, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { items } = await parts.commerce.listCatalogue({}, onBehalfOf(request))
      return { items: items.map((item) => ({ ...item, price: item.priceCents / 100 })) }
    },
  )
}
