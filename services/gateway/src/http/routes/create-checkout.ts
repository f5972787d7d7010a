import { CheckoutRequest, CheckoutSession, RestError } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../access.js'
import { AccountLimit } from '../account-limit.js'
import type { HttpParts } from '../http-parts.js'
import { int32 } from '../int32.js'
import { PROVIDER_PATIENCE } from '../provider-patience.js'
import type { TypedApp } from '../typed-app.js'

/** Opens a checkout at the payment provider. What is wanted goes on, and nothing that the client says of prices. */
export const createCheckout = (app: TypedApp, parts: HttpParts): void => {
  const limit = new AccountLimit(parts.checkoutsPerMinute, parts.now)
  app.post(
    '/checkout/create-session',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Open a checkout',
        security: [{ session: [] }],
        body: CheckoutRequest,
        response: { 200: CheckoutSession, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { account } = playerOf(request)
      limit.count(account.id)
      const { items, email = '' } = request.body
      const lines = items.map(({ item_id, quantity }) => ({ itemId: int32(item_id), quantity: int32(quantity) }))
      const { sessionId, url } = await parts.commerce.createCheckout(
        { lines, email },
        { ...onBehalfOf(request), ...PROVIDER_PATIENCE },
      )
      return { id: sessionId, url }
    },
  )
}
