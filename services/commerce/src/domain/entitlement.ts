import type { Order, OrderStatus } from './order.js'
import { ofKind, type Dispute, type DisputeState, type Payment, type PaymentFact, type Refund } from './payment-fact.js'

/** What the buyer of an order has a right to. */
export interface Entitlement {
  readonly granted: boolean
  readonly status: OrderStatus
  /** How much of the price is not, or no longer, ours to keep. */
  readonly missingCents: number
}

type Price = Pick<Order, 'totalCents' | 'currency'>

/**
 * Reads an order's facts: the same set gives the same answer, in whatever order and however often they came. Any payment
 * of the right amount grants, even after a cancellation. An order that was paid twice stays whole as long as one
 * payment does, so that returning the other takes nothing from the buyer.
 */
export function entitlementOf(order: Price, facts: readonly PaymentFact[]): Entitlement {
  const payments = new Map(ofKind(facts, 'paid').map((payment) => [payment.paymentId, payment]))
  const accepted = [...payments.values()].filter((payment) => pays(payment, order))
  if (accepted.length === 0) {
    const cancelled = facts.some(({ kind }) => kind === 'cancelled')
    return { granted: false, status: cancelled ? 'cancelled' : 'open', missingCents: order.totalCents }
  }
  const disputes = activeDisputes(ofKind(facts, 'dispute'))
  const refunds = ofKind(facts, 'refunded')
  const keptCents = accepted
    .map((payment) => {
      const concerns = (fact: Refund | Dispute): boolean => isAbout(fact, payment, payments)
      return disputes.some(concerns) ? 0 : order.totalCents - refundedCents(refunds.filter(concerns))
    })
    .reduce((sum, cents) => sum + Math.max(0, cents), 0)
  const missingCents = Math.max(0, order.totalCents - keptCents)
  const status = missingCents === 0 ? 'paid' : disputes.length > 0 ? 'disputed' : 'refunded'
  return { granted: true, status, missingCents }
}

/** Whether a payment is what the order costs. */
export const pays = ({ amountCents, currency }: Payment, order: Price): boolean =>
  amountCents === order.totalCents && currency === order.currency

/** The share of a line that is due back, rounded up. */
export const claimedUnits = (units: number, missingCents: number, totalCents: number): number =>
  Math.ceil((units * missingCents) / totalCents)

/** A fact that names no payment of this order is about all of them: better claimed than missed. */
const isAbout = (fact: Refund | Dispute, payment: Payment, payments: ReadonlyMap<string, Payment>): boolean =>
  fact.paymentId === payment.paymentId || !payments.has(fact.paymentId)

const refundedCents = (refunds: readonly Refund[]): number =>
  refunds.reduce((most, refund) => Math.max(most, refund.refundedCents), 0)

// Later states outrank earlier ones, so that a notice that was overtaken changes nothing; a lost dispute can be appealed.
const RANK: Readonly<Record<DisputeState, number>> = { open: 0, lost: 1, won: 2 }

/** The disputes that are not won, each as it stands. */
function activeDisputes(disputes: readonly Dispute[]): readonly Dispute[] {
  const standing = new Map<string, Dispute>()
  for (const dispute of disputes) {
    const before = standing.get(dispute.disputeId)
    if (!before || RANK[dispute.state] > RANK[before.state]) standing.set(dispute.disputeId, dispute)
  }
  return [...standing.values()].filter(({ state }) => state !== 'won')
}
