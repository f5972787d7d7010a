import { inPart, KlaError } from '@kla/chassis'
import type { PaymentProvider } from './payment-provider.js'
import { createStripeClient, type StripeAccess } from './stripe-client.js'
import { answerOf } from './stripe-failures.js'
import { noticeOfSession, noticesOf } from './stripe-notices.js'
import { readSignedEvent, type WebhookTrust } from './stripe-signature.js'
import { sessionParameters } from './stripe-session-parameters.js'

export type StripeOptions = StripeAccess & WebhookTrust

// What Stripe names its sessions; nothing else may become part of an address.
const SESSION_ID = /^cs_\w{1,250}$/

/** Payments by Stripe: its hosted Checkout, its own client, its signed webhooks. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = createStripeClient(options)
  return {
    name: 'stripe',
    async openCheckout(order) {
      const creation = () => stripe.checkout.sessions.create(sessionParameters(order), { idempotencyKey: order.orderId })
      const session = await inPart('ask Stripe', () => answerOf(creation()))
      const cause = new Error('Stripe opened a checkout without a page')
      if (!session?.url) throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause })
      return { sessionId: session.id, url: session.url }
    },
    async readCheckout(sessionId) {
      if (!SESSION_ID.test(sessionId)) return undefined
      const session = await inPart('ask Stripe', () => answerOf(stripe.checkout.sessions.retrieve(sessionId)))
      return session && noticeOfSession(session)
    },
    async readNotification(notification) {
      return noticesOf(readSignedEvent(stripe, notification, options))
    },
  }
}
