import type Stripe from 'stripe'
import type { Charge, Checkout } from '../checkout.js'

/** The charge of a session as Stripe shows it. */
export function chargeObject({ request }: Checkout, charge: Charge): Stripe.Charge {
  const paid = charge.status !== 'failed'
  const captured = charge.status === 'succeeded'
  return {
    id: charge.id,
    object: 'charge',
    amount: request.totalCents,
    amount_captured: captured ? request.totalCents : 0,
    amount_refunded: charge.refundedCents,
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
    refunded: charge.refundedCents === request.totalCents,
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
