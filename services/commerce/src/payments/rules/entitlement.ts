import type { Order, OrderStatus } from '../../shared/orders.js'

/** What a provider has said about the money of one order. Facts come in any order, and some more than once. */
export type PaymentFact =
  | {
      readonly kind: 'paid'
      /** Empty where the provider names none. */
      readonly paymentId: string
      readonly amountCents: number
      readonly currency: string
    }
  | { readonly kind: 'cancelled' }
  /** All that has gone back so far, of this payment. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly refundedCents: number }
  | {
      readonly kind: 'dispute'
      readonly paymentId: string
      readonly disputeId: string
      readonly state: DisputeState
    }

export type DisputeState = 'open' | 'won' | 'lost'

type Of<Kind extends PaymentFact['kind']> = Extract<PaymentFact, { kind: Kind }>
type Payment = Of<'paid'>
type Refund = Of<'refunded'>
type Dispute = Of<'dispute'>

/** The facts of one kind. */
const ofKind = <Kind extends PaymentFact['kind']>(facts: readonly PaymentFact[], kind: Kind): Of<Kind>[] =>
  facts.filter((fact): fact is Of<Kind> => fact.kind === kind)

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
  const accepted = acceptedPayments(order, facts)
  if (accepted.size === 0) {
    const cancelled = facts.some(({ kind }) => kind === 'cancelled')
    return { granted: false, status: cancelled ? 'cancelled' : 'open', missingCents: order.totalCents }
  }
  const disputes = activeDisputes(ofKind(facts, 'dispute'))
  const refunds = ofKind(facts, 'refunded')
  const known = idsOf(ofKind(facts, 'paid'))
  const keptCents = [...accepted]
    .map((paymentId) => {
      // One that names no payment of this order is about all of them: better claimed than missed.
      const concerns = (fact: Refund | Dispute): boolean => fact.paymentId === paymentId || !known.has(fact.paymentId)
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

/** Ids of the payments that are what the order costs, as they came. The first is the one that counts. */
export const acceptedPayments = (order: Price, facts: readonly PaymentFact[]): ReadonlySet<string> =>
  idsOf(ofKind(facts, 'paid').filter((payment) => pays(payment, order)))

/** The share of a line that is due back, rounded up. */
export const claimedUnits = (units: number, missingCents: number, totalCents: number): number =>
  Math.ceil((units * missingCents) / totalCents)

const idsOf = (payments: readonly Payment[]): ReadonlySet<string> => new Set(payments.map(({ paymentId }) => paymentId))

const refundedCents = (refunds: readonly Refund[]): number =>
  refunds.reduce((most, refund) => Math.max(most, refund.refundedCents), 0)

/** What is won stays won: notices of its earlier states may come later. */
function activeDisputes(disputes: readonly Dispute[]): readonly Dispute[] {
  const won = new Set(disputes.filter(({ state }) => state === 'won').map(({ disputeId }) => disputeId))
  return disputes.filter(({ disputeId }) => !won.has(disputeId))
}
