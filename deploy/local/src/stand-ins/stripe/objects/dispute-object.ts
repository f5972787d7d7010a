import type Stripe from 'stripe'
import type { Charge, Checkout, DisputeState } from '../checkout.js'

const STATUS: Readonly<Record<DisputeState, Stripe.Dispute.Status>> = { open: 'needs_response', won: 'won', lost: 'lost' }
const EVIDENCE_S = 7 * 86_400

/** The dispute of a charge as Stripe shows it. Like Stripe's, it does not name the order. */
export function disputeObject({ request }: Checkout, charge: Charge): Stripe.Dispute | undefined {
  const { dispute } = charge
  if (!dispute) return undefined
  return {
    id: dispute.id,
    object: 'dispute',
    amount: request.totalCents,
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
