import { PurchaseVerification, RestError, VerifyQuery } from '@kla/proto/web'
import { onBehalfOf, playerOf } from '../access.js'
import { AccountLimit } from '../account-limit.js'
import type { HttpParts } from '../http-parts.js'
import { PROVIDER_PATIENCE } from '../provider-patience.js'
import type { TypedApp } from '../typed-app.js'

/** How a checkout of the player stands. What is paid has been granted when this answers. */
export const verifyCheckout = (app: TypedApp, parts: HttpParts): void => {
  const limit = new AccountLimit(parts.verificationsPerMinute, parts.now)
  app.get(
    '/checkout/verify',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Verify a purchase',
        security: [{ session: [] }],
        querystring: VerifyQuery,
        response: { 200: PurchaseVerification, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { account } = playerOf(request)
      limit.count(account.id)
      const { paymentStatus, amountTotal } = await parts.commerce.verifyCheckout(
        { sessionId: request.query.session_id },
        { ...onBehalfOf(request), ...PROVIDER_PATIENCE },
      )
      return {
        payment_status: paymentStatus === 'paid' ? ('paid' as const) : ('unpaid' as const),
        amount_total: amountTotal,
      }
    },
  )
}
