import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { inSpan, KlaError } from '@kla/chassis'
import Stripe from 'stripe'
import type { CheckoutOrder, PaymentProvider, RawNotification } from './payment-provider.js'
import { noticeOfSession, noticesOf, readEvent } from './stripe-events.js'

export { noticesOf } from './stripe-events.js'

type StripeOptions = StripeAccess & WebhookTrust

const SESSION_ID = /^cs_\w{1,250}$/

export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = createStripeClient(options)
  return {
    name: 'stripe',
    async openCheckout(order) {
      const creation = () =>
        stripe.checkout.sessions.create(sessionParameters(order), { idempotencyKey: order.orderId })
      const session = await inSpan('ask Stripe', () => answerOf(creation()))
      const cause = new Error('Stripe opened a checkout without a page')
      if (!session?.url) throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause })
      return { sessionId: session.id, url: session.url }
    },
    async readCheckout(sessionId) {
      if (!SESSION_ID.test(sessionId)) return undefined
      const session = await inSpan('ask Stripe', () => answerOf(stripe.checkout.sessions.retrieve(sessionId)))
      try {
        return session && noticeOfSession(session)
      } catch (error) {
        const cause = new Error(`Stripe's answer cannot be read: ${(error as Error).message}`)
        throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause })
      }
    },
    async readNotification(notification) {
      return noticesOf(readEvent(readSigned(stripe, notification, options)))
    },
  }
}

interface StripeAccess {
  readonly secretKey: string
  readonly apiUrl: string
  /** Two attempts fit into the callers' five seconds. */
  readonly timeoutMs?: number
}

/** Webhook endpoints must use the same version. */
const STRIPE_API_VERSION = '2026-10-28.endive'

export function createStripeClient({ secretKey, apiUrl, timeoutMs = 2_000 }: StripeAccess): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  const insecure = protocol === 'http:'
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    protocol: insecure ? 'http' : 'https',
    host: hostname,
    port: port || (insecure ? 80 : 443),
    timeout: timeoutMs,
    // The library's own timeout excludes connecting.
    httpAgent: new (insecure ? HttpAgent : HttpsAgent)({ keepAlive: true, timeout: timeoutMs }),
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** Undefined for a 404. Drops error details, which quote e-mail addresses and keys. */
async function answerOf<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.statusCode === 404 && error.code === 'resource_missing') return undefined
    if (error.param === 'customer_email') throw new KlaError('RECEIPT_EMAIL_INVALID')
    throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause: new Error(describe(error)) })
  }
}

function describe({
  type,
  statusCode,
  code,
  param,
  requestId,
}: InstanceType<typeof Stripe.errors.StripeError>): string {
  const events = Object.entries({ status: statusCode, code, param, request: requestId })
  const known = events.filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${value}`)
  return [type, ...known].join(', ')
}

/** Parameters from the order alone: Stripe refuses repeats that differ. */
export function sessionParameters(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: order.orderId }
  return {
    mode: 'payment',
    line_items: order.lines.map((line) => ({
      quantity: line.quantity,
      price_data: { currency: order.currency, unit_amount: line.unitCents, product_data: { name: line.name } },
    })),
    client_reference_id: order.orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(order.email === '' ? {} : { customer_email: order.email }),
    // The amount must return in the order's currency.
    adaptive_pricing: { enabled: false },
    success_url: order.returnUrl.replaceAll('{SESSION_ID}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: order.cancelUrl,
    ...(order.expiresAtMs === undefined ? {} : { expires_at: Math.floor(order.expiresAtMs / 1_000) }),
  }
}

interface WebhookTrust {
  readonly webhookSecrets: readonly string[]
  readonly toleranceMs: number
}

// Stripe's reader ignores byte order marks and invalid characters.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readSigned(stripe: Stripe, notification: RawNotification, trust: WebhookTrust): string {
  // Whole seconds; 0 would disable the check.
  const tolerance = Math.max(1, Math.floor(trust.toleranceMs / 1_000))
  try {
    const body = utf8.decode(notification.body)
    const { signature, nowMs } = notification
    const { signature: signatures } = stripe.webhooks
    if (!signatures) throw new Error('Stripe cannot verify')
    firstOf(trust.webhookSecrets, (secret) =>
      signatures.verifyHeader(body, signature, secret, tolerance, undefined, nowMs),
    )
    return body
  } catch (error) {
    const cause = new Error(error instanceof Error ? error.name : 'unreadable')
    throw new KlaError('SIGNATURE_INVALID', undefined, { cause })
  }
}

function firstOf<T>(secrets: readonly string[], read: (secret: string) => T): T {
  let refusal: unknown = new Error('there is no secret')
  for (const secret of secrets) {
    try {
      return read(secret)
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}
