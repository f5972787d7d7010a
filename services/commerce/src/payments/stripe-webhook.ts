import type Stripe from 'stripe'
import { KlaError } from '@kla/chassis'
import type { PaymentNotice, RawNotification } from './payment-provider.js'

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

export interface WebhookTrust {
  /** `whsec_…`; two while one is replaced. */
  readonly webhookSecrets: readonly string[]
  readonly toleranceMs: number
}

// Stripe's own reader ignores a byte order mark and invalid characters.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws SIGNATURE_INVALID unless signed by Stripe, recently and for this account. */
export function readSignedEvent(stripe: Stripe, notification: RawNotification, trust: WebhookTrust): Stripe.Event {
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

/** Tries each secret; throws as for the last one. */
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
