import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import Stripe from 'stripe'
import { inSpan, KlaError } from '@kla/chassis'
import type { CheckoutOrder, PaymentNotice, PaymentProvider, RawNotification } from './payment-provider.js'

type StripeOptions = StripeAccess & WebhookTrust

const SESSION_ID = /^cs_\w{1,250}$/

export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = createStripeClient(options)
  return {
    name: 'stripe',
    async openCheckout(order) {
      const creation = () => stripe.checkout.sessions.create(sessionParameters(order), { idempotencyKey: order.orderId })
      const session = await inSpan('ask Stripe', () => answerOf(creation()))
      const cause = new Error('Stripe opened a checkout without a page')
      if (!session?.url) throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause })
      return { sessionId: session.id, url: session.url }
    },
    async readCheckout(sessionId) {
      if (!SESSION_ID.test(sessionId)) return undefined
      const session = await inSpan('ask Stripe', () => answerOf(stripe.checkout.sessions.retrieve(sessionId)))
      return session && noticeOfSession(session)
    },
    async readNotification(notification) {
      return noticesOf(readSignedEvent(stripe, notification, options))
    },
  }
}

interface StripeAccess {
  readonly secretKey: string
  /** Or a compatible server. */
  readonly apiUrl: string
  /** Per attempt; two attempts fit into the callers' five seconds. */
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
    // The library's timeout begins only once there is a connection.
    httpAgent: new (insecure ? HttpAgent : HttpsAgent)({ keepAlive: true, timeout: timeoutMs }),
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** Undefined for a 404. Other errors lose their details: Stripe's repeat e-mail addresses and parts of keys. */
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

function describe({ type, statusCode, code, param, requestId }: InstanceType<typeof Stripe.errors.StripeError>): string {
  const events = Object.entries({ status: statusCode, code, param, request: requestId })
  const known = events.filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${value}`)
  return [type, ...known].join(', ')
}

/** Built from the order alone: Stripe refuses a repeat under one key with other parameters. */
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
    // Copied to the charge, where refunds look for the order.
    payment_intent_data: { metadata },
    ...(order.email === '' ? {} : { customer_email: order.email }),
    // The amount must come back in the order's currency.
    adaptive_pricing: { enabled: false },
    success_url: order.returnUrl.replaceAll('{SESSION_ID}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: order.cancelUrl,
    ...(order.expiresAtMs === undefined ? {} : { expires_at: Math.floor(order.expiresAtMs / 1_000) }),
  }
}

interface WebhookTrust {
  /** `whsec_…`; two while one is replaced. */
  readonly webhookSecrets: readonly string[]
  readonly toleranceMs: number
}

// Stripe's own reader ignores a byte order mark and invalid characters.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws SIGNATURE_INVALID unless signed by Stripe, recently and for this account. */
function readSignedEvent(stripe: Stripe, notification: RawNotification, trust: WebhookTrust): Stripe.Event {
  // Whole seconds; 0 would disable the check.
  const tolerance = Math.max(1, Math.floor(trust.toleranceMs / 1_000))
  try {
    const body = utf8.decode(notification.body)
    const { signature, nowMs } = notification
    return firstOf(trust.webhookSecrets, (secret) =>
      stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, nowMs),
    )
  } catch (error) {
    const cause = new Error(error instanceof Error ? error.name : 'unreadable')
    throw new KlaError('SIGNATURE_INVALID', undefined, { cause })
  }
}

/** Throws as for the last secret. */
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

export function noticesOf(event: Stripe.Event): readonly PaymentNotice[] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return [noticeOfSession(event.data.object, event.id)]
    case 'checkout.session.async_payment_failed':
      return [{ eventId: event.id, order: orderOfSession(event.data.object), kind: 'cancelled' }]
    case 'charge.refunded':
      return refund(event.data.object, event.id)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return dispute(event.data.object, event.id)
    default:
      return []
  }
}

function noticeOfSession(session: Stripe.Checkout.Session, eventId = ''): PaymentNotice {
  const about = { eventId, order: orderOfSession(session) }
  if (session.payment_status === 'paid') {
    const amountCents = session.amount_total ?? 0
    const paymentId = idOf(session.payment_intent) ?? ''
    return { ...about, kind: 'paid', amountCents, currency: session.currency ?? '', paymentId }
  }
  return { ...about, kind: session.status === 'expired' ? 'cancelled' : 'unpaid' }
}

function refund(charge: Stripe.Charge, eventId: string): readonly PaymentNotice[] {
  const order = orderOfPayment(charge.payment_intent, charge.metadata['order_id'])
  return order ? [{ eventId, order, kind: 'refunded', refundedCents: charge.amount_refunded }] : []
}

function dispute({ id, status, payment_intent }: Stripe.Dispute, eventId: string): readonly PaymentNotice[] {
  const state = DISPUTE_STATES.get(status)
  const order = orderOfPayment(payment_intent)
  return state && order ? [{ eventId, order, kind: 'dispute', disputeId: id, state }] : []
}

/**
 * States in which the bank has taken the money or decided. `warning_…` only asks; a `prevented` one has an event
 * of its own.
 */
const DISPUTE_STATES: ReadonlyMap<string, 'open' | 'won' | 'lost'> = new Map([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
])

function orderOfSession(session: Stripe.Checkout.Session): PaymentNotice['order'] {
  const orderId = session.client_reference_id ?? session.metadata?.['order_id']
  const paymentId = idOf(session.payment_intent)
  return { sessionId: session.id, ...(orderId ? { orderId } : {}), ...(paymentId ? { paymentId } : {}) }
}

function orderOfPayment(payment: Expandable, orderId?: string): PaymentNotice['order'] | undefined {
  const paymentId = idOf(payment)
  if (!paymentId && !orderId) return undefined
  return { ...(orderId ? { orderId } : {}), ...(paymentId ? { paymentId } : {}) }
}

type Expandable = string | { readonly id: string } | null

const idOf = (thing: Expandable): string | undefined => (typeof thing === 'string' ? thing : thing?.id)
