import { Orders, RestError } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'
import { ordersView } from '../views/orders.js'

/** The player's purchases, newest first. */
export const orders = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/orders',
    {
      config: { access: 'player' },
      schema: {
        summary: 'The newest purchases',
        security: [{ session: [] }],
        response: { 200: Orders, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      return ordersView(await parts.commerce.listOrders({}, onBehalfOf(request)))
    },
  )
}
