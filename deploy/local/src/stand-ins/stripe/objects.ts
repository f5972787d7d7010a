import type Stripe from 'stripe'
import { type Charge, type Checkout, type DisputeState, isPaid, type Refund, refundedCents } from './checkout.js'

export function chargeObject({ request }: Checkout, charge: Charge): Stripe.Charge {
  const paid = charge.status !== 'failed'
  const captured = charge.status === 'succeeded'
  return {
    id: charge.id,
    object: 'charge',
    amount: request.totalCents,
    amount_captured: captured ? request.totalCents : 0,
    amount_refunded: refundedCents(charge),
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: request.email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured,
    created: charge.createdAt,
    currency: request.currency,
    customer: null,
    description: null,
    disputed: charge.dispute !== undefined,
    failure_balance_transaction: null,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'The payment failed.',
    fraud_details: {},
    livemode: false,
    metadata: request.paymentMetadata,
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: charge.paymentIntentId,
    payment_method: null,
    payment_method_details: null,
    receipt_email: request.email,
    receipt_number: null,
    receipt_url: null,
    refunded: refundedCents(charge) === request.totalCents,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  }
}

const STATUS: Readonly<Record<DisputeState, Stripe.Dispute.Status>> = {
  open: 'needs_response',
  won: 'won',
  lost: 'lost',
}
const EVIDENCE_S = 7 * 86_400

/** Does not name the order, as with Stripe. */
export function disputeObject({ request }: Checkout, charge: Charge): Stripe.Dispute | undefined {
  const { dispute } = charge
  if (!dispute) return undefined
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountCents,
    balance_transactions: [],
    charge: charge.id,
    created: dispute.createdAt,
    currency: request.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: dispute.createdAt + EVIDENCE_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.paymentIntentId,
    reason: 'fraudulent',
    status: STATUS[dispute.state],
  }
}

/** Must match the types' package. */
export const API_VERSION = '2026-10-28.endive'

interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object }
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: string
}

export const eventObject = (id: string, type: string, object: object, createdAt: number): StripeEvent => ({
  id,
  object: 'event',
  api_version: API_VERSION,
  created: createdAt,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})

/** What the last card failed with. */
export interface PaymentProblem {
  readonly code: string
  readonly declineCode?: string
  readonly message: string
}

export function paymentIntentObject(checkout: Checkout, problem?: PaymentProblem): Stripe.PaymentIntent {
  const { request, charge } = checkout
  return {
    id: checkout.paymentIntentId ?? '',
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: request.totalCents,
    amount_capturable: 0,
    amount_received: charge?.status === 'succeeded' ? request.totalCents : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: charge?.createdAt ?? checkout.createdAt,
    currency: request.currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: problem ? lastError(problem) : null,
    latest_charge: charge?.id ?? null,
    livemode: false,
    managed_payments: null,
    metadata: request.paymentMetadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: request.email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: statusOf(charge),
    transfer_data: null,
    transfer_group: null,
  }
}

function statusOf(charge: Checkout['charge']): Stripe.PaymentIntent.Status {
  if (charge?.status === 'succeeded') return 'succeeded'
  return charge?.status === 'pending' ? 'processing' : 'requires_payment_method'
}

const lastError = ({ code, declineCode, message }: PaymentProblem): Stripe.PaymentIntent.LastPaymentError => ({
  type: 'card_error',
  code,
  message,
  ...(declineCode === undefined ? {} : { decline_code: declineCode }),
})

export const refundObject = (refund: Refund, charge: Charge, currency: string): Stripe.Refund => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amountCents,
  balance_transaction: null,
  charge: charge.id,
  created: refund.createdAt,
  currency,
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: charge.paymentIntentId,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  transfer_reversal: null,
})

export function sessionObject(checkout: Checkout, url: string): Stripe.Checkout.Session {
  const { id, request, status } = checkout
  const complete = status === 'complete'
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: request.totalCents,
    amount_total: request.totalCents,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: request.cancelUrl,
    client_reference_id: request.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: checkout.createdAt,
    currency: request.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: complete ? customerDetails(request.email) : null,
    customer_email: request.email,
    discounts: [],
    expires_at: request.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: request.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: checkout.paymentIntentId ?? null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: isPaid(checkout) ? 'paid' : 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: null,
    subscription: null,
    success_url: request.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: status === 'open' ? url : null,
    wallet_options: null,
  }
}

const customerDetails = (email: string | null): Stripe.Checkout.Session.CustomerDetails => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
})
