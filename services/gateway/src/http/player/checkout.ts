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
 * Commerce waits up to five seconds for the payment provider. A slow attempt is not repeated, since each opens a
 * checkout.
 */
const PROVIDER_DEADLINE = { deadlineMs: 10_000, attemptMs: 7_000 } as const

const HTML = 'text/html; charset=utf-8'

export const playerCheckout: Resource = async (app, { commerce, checkoutsPerMinute, verificationsPerMinute, now }) => {
  // Prices sent by the client are ignored.
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

  // When this says paid, the items have been granted.
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

  // For providers that want a form post instead of a redirect.
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
      // Shown in a browser, so errors are HTML too.
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
 * Allows posting to the provider only. Browsers also check redirects of a form post against `form-action`, hence 'self'.
 * Acquirers check the referring origin; the order id is not revealed.
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
