import { CheckoutFormParams, RestError } from '@kla/proto/web'
import type { FastifyError } from 'fastify'
import { Type } from 'typebox'
import { onBehalfOf } from '../access.js'
import { httpStatus } from '../error-status.js'
import type { HttpParts } from '../http-parts.js'
import { refusalOf, sendRefusal } from '../plugins/errors.js'
import type { TypedApp } from '../typed-app.js'
import { checkoutFormPage, checkoutRefusalPage } from '../views/checkout-form-page.js'

const HTML = 'text/html; charset=utf-8'

/** The page that takes the browser to a provider which wants a form post instead of an address. */
export const checkoutForm = (app: TypedApp, parts: HttpParts): void => {
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
      const form = await parts.commerce.getCheckoutForm(
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
