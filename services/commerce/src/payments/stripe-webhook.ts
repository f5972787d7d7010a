import type Stripe from 'stripe'
import { KlaError } from '@kla/chassis'
import type { PaymentNotice, RawNotification } from './payment-provider.js'

/** What an event says about an order; nothing if it is about something else. */
export function noticesOf(event: Stripe.Event): readonly PaymentNotice[] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return [noticeOfSession(event.data.object, event.id)]
    case 'checkout.session.async_payment_failed':
      // The session itself stays complete and unpaid, as while the payment was under way.
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

/** How a session stands. */
export function noticeOfSession(session: Stripe.Checkout.Session, eventId = ''): PaymentNotice {
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

/** A dispute names the payment alone. */
function dispute({ id, status, payment_intent }: Stripe.Dispute, eventId: string): readonly PaymentNotice[] {
  const state = DISPUTE_STATES.get(status)
  const order = orderOfPayment(payment_intent)
  return state && order ? [{ eventId, order, kind: 'dispute', disputeId: id, state }] : []
}

/**
 * The states in which the bank has taken the money back or decided about it. Before (`warning_…`) it only asks, and what
 * was `prevented` was refunded, of which there is an event of its own.
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

export interface WebhookTrust {
  /** Of the webhook endpoint, each beginning with `whsec_`: while one is replaced there are two. */
  readonly webhookSecrets: readonly string[]
  /** How old a notification may be. */
  readonly toleranceMs: number
}

// Stripe's own reading would let a byte order mark and broken characters pass as if they were not there.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The event of a notification that Stripe has signed, recently and for us. Throws SIGNATURE_INVALID. */
export function readSignedEvent(stripe: Stripe, notification: RawNotification, trust: WebhookTrust): Stripe.Event {
  // Whole seconds, as Stripe counts; 0 would mean any age.
  const tolerance = Math.max(1, Math.floor(trust.toleranceMs / 1_000))
  try {
    const body = utf8.decode(notification.body)
    const { signature, nowMs } = notification
    return firstOf(trust.webhookSecrets, (secret) =>
      stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, nowMs),
    )
  } catch (error) {
    // Its errors carry the whole body.
    const cause = new Error(error instanceof Error ? error.name : 'unreadable')
    throw new KlaError('SIGNATURE_INVALID', undefined, { cause })
  }
}

/** What `read` makes of the first secret that it does not refuse. Throws as it does for the last one. */
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
