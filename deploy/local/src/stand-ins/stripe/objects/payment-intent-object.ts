import type Stripe from 'stripe'
import type { Checkout } from '../checkout.js'

/** What went wrong with the last card. */
export interface PaymentProblem {
  readonly code: string
  readonly declineCode?: string
  readonly message: string
}

/** The payment intent of a session as Stripe shows it. */
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
  code: code as Stripe.PaymentIntent.LastPaymentError.Code,
  message,
  ...(declineCode === undefined ? {} : { decline_code: declineCode }),
})
