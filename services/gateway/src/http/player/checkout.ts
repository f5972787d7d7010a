import type { FastifyError } from 'fastify'
import { Type } from 'typebox'
import {
  CheckoutFormParams, CheckoutRequest, CheckoutSession, PurchaseVerification, RestError, VerifyQuery,
} from '@kla/proto/web'
import { onBehalfOf } from '../plugins/access.js'
import { httpStatus, refusalOf, sendRefusal } from '../plugins/errors.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'
import { int32 } from '../values.js'
import { checkoutFormPage, checkoutRefusalPage } from './checkout-page.js'

/**
 * For calls in which commerce asks the payment provider, for which it takes up to five seconds. One that is slow is not
 * asked again meanwhile: a checkout more would be opened each time. One that is gone is.
 */
const PROVIDER_DEADLINE = { deadlineMs: 10_000, attemptMs: 7_000 } as const

const HTML = 'text/html; charset=utf-8'

export const playerCheckout: Resource = async (app, { commerce, checkoutsPerMinute, verificationsPerMinute, now }) => {
  // Opens a checkout at the payment provider. What is wanted goes on, and nothing that the client says of prices.
  app.post(
    '/checkout/create-session',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(checkoutsPerMinute, now),
      schema: playerCall('Open a checkout', CheckoutSession, { body: CheckoutRequest }),
    },
    async (request) => {
      const { items, email = '' } = request.body
      const lines = items.map(({ item_id, quantity }) => ({ itemId: int32(item_id), quantity: int32(quantity) }))
      const { sessionId, url } = await commerce.createCheckout(
        { lines, email },
        { ...onBehalfOf(request), ...PROVIDER_DEADLINE },
      )
      return { id: sessionId, url }
    },
  )

  // How a checkout of the player stands. What is paid has been granted when this answers.
  app.get(
    '/checkout/verify',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(verificationsPerMinute, now),
      schema: playerCall('Verify a purchase', PurchaseVerification, { querystring: VerifyQuery }),
    },
    async (request) => {
      const { paymentStatus, amountTotal } = await commerce.verifyCheckout(
        { sessionId: request.query.session_id },
        { ...onBehalfOf(request), ...PROVIDER_DEADLINE },
      )
      return {
        payment_status: paymentStatus === 'paid' ? ('paid' as const) : ('unpaid' as const),
        amount_total: amountTotal,
      }
    },
  )

  // The page that takes the browser to a provider which wants a form post instead of an address.
  app.get(
    '/checkout/form/:sessionId',
    {
      config: { access: 'player' },
      schema: {
        summary: "The page that posts the payment provider's form",
        security: [{ session: [] }],
        params: CheckoutFormParams,
        response: { 200: Type.String({ description: 'HTML.' }), '4xx': RestError, '5xx': RestError },
      },
      // It is a page: what went wrong is for a person to read.
      errorHandler: (error: FastifyError, request, reply) => {
        const refusal = refusalOf(error, request)
        const wantsPage = (request.headers.accept ?? '').includes('text/html')
        if (wantsPage) void reply.status(httpStatus(refusal)).type(HTML).send(checkoutRefusalPage(refusal.message))
        else void sendRefusal(reply, refusal)
      },
    },
    async (request, reply) => {
      const form = await commerce.getCheckoutForm(
        { sessionId: request.params.sessionId },
        onBehalfOf(request),
      )
      return reply.type(HTML).headers(headersFor(new URL(form.action).origin)).send(checkoutFormPage(form))
    },
  )
}

/**
 * What the page may do: post to the provider and nothing else. Browsers hold what a form post is redirected to against
 * `form-action` as well, so a provider that sends the browser straight back to us needs 'self'. It may learn which site
 * the form comes from, as acquirers check that, and not which order.
 */
const headersFor = (formOrigin: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `form-action 'self' ${formOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'referrer-policy': 'strict-origin',
})
