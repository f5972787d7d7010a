import type { Order, OrderStatus } from '../../shared/orders.js'

/** Facts come in any order, and some more than once. */
export type PaymentFact =
  | {
      readonly kind: 'paid'
      /** May be empty. */
      readonly paymentId: string
      readonly amountCents: number
      readonly currency: string
    }
  | { readonly kind: 'cancelled' }
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

const ofKind = <Kind extends PaymentFact['kind']>(facts: readonly PaymentFact[], kind: Kind): Of<Kind>[] =>
  facts.filter((fact): fact is Of<Kind> => fact.kind === kind)

export interface Entitlement {
  readonly granted: boolean
  readonly status: OrderStatus
  readonly missingCents: number
}

type Price = Pick<Order, 'totalCents' | 'currency'>

/**
 * Independent of the facts' order and repeats. Any payment of the right amount grants, even after a cancellation.
 * An order paid twice keeps its items as long as one payment stays.
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
      // A fact without a known payment concerns all of them.
      const concerns = (fact: Refund | Dispute): boolean => fact.paymentId === paymentId || !known.has(fact.paymentId)
      return disputes.some(concerns) ? 0 : order.totalCents - refundedCents(refunds.filter(concerns))
    })
    .reduce((sum, cents) => sum + Math.max(0, cents), 0)
  const missingCents = Math.max(0, order.totalCents - keptCents)
  const status = missingCents === 0 ? 'paid' : disputes.length > 0 ? 'disputed' : 'refunded'
  return { granted: true, status, missingCents }
}

export const pays = ({ amountCents, currency }: Payment, order: Price): boolean =>
  amountCents === order.totalCents && currency === order.currency

/** The first one counts. */
export const acceptedPayments = (order: Price, facts: readonly PaymentFact[]): ReadonlySet<string> =>
  idsOf(ofKind(facts, 'paid').filter((payment) => pays(payment, order)))

/** Rounded up. */
export const claimedUnits = (units: number, missingCents: number, totalCents: number): number =>
  Math.ceil((units * missingCents) / totalCents)

const idsOf = (payments: readonly Payment[]): ReadonlySet<string> => new Set(payments.map(({ paymentId }) => paymentId))

const refundedCents = (refunds: readonly Refund[]): number =>
  refunds.reduce((most, refund) => Math.max(most, refund.refundedCents), 0)

/** A won dispute stays won: earlier notices may come later. */
function activeDisputes(disputes: readonly Dispute[]): readonly Dispute[] {
  const won = new Set(disputes.filter(({ state }) => state === 'won').map(({ disputeId }) => disputeId))
  return disputes.filter(({ disputeId }) => !won.has(disputeId))
}
