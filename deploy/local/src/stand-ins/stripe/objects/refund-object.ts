import type Stripe from 'stripe'
import type { Charge } from '../checkout.js'

/** A refund as Stripe shows it. */
export const refundObject = (
  refund: { readonly id: string; readonly amountCents: number; readonly currency: string; readonly createdAt: number },
  charge: Charge,
): Stripe.Refund => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amountCents,
  balance_transaction: null,
  charge: charge.id,
  created: refund.createdAt,
  currency: refund.currency,
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: charge.paymentIntentId,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})
