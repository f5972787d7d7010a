import { Orders, RestError } from '@kla/proto/web'
import type { HttpParts } from '../http-parts.js'
import { identify } from '../identify.js'
import { neverStored } from '../never-stored.js'
import type { TypedApp } from '../typed-app.js'
import { ordersView } from '../views/orders.js'

/** The player's purchases, newest first. */
export const orders = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/orders',
    {
      onRequest: neverStored,
      schema: {
        summary: 'The newest purchases',
        security: [{ session: [] }],
        response: { 200: Orders, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { principal } = await identify(request, parts)
      return ordersView(await parts.commerce.listOrders({}, { principal, requestId: request.id }))
    },
  )
}
