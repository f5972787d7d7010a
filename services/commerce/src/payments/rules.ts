import {
  addUp, type Amounts, type Claimed, type LedgerTransaction, moveItems, type Order, type OrderLine, type OrderStatus,
} from '../shared/rules.js'

/** Events come in any order, and some more than once. */
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

const ofKind = <Kind extends PaymentFact['kind']>(events: readonly PaymentFact[], kind: Kind): Of<Kind>[] =>
  events.filter((event): event is Of<Kind> => event.kind === kind)

interface Entitlement {
  readonly granted: boolean
  readonly status: OrderStatus
  readonly missingCents: number
}

type Price = Pick<Order, 'totalCents' | 'currency'>

/**
 * Independent of order and repeats. Any payment of the right amount grants, even after a cancellation. An order paid
 * twice keeps its items as long as one payment stays.
 */
export function entitlementOf(order: Price, events: readonly PaymentFact[]): Entitlement {
  const accepted = acceptedPayments(order, events)
  if (accepted.size === 0) {
    const cancelled = events.some(({ kind }) => kind === 'cancelled')
    return { granted: false, status: cancelled ? 'cancelled' : 'open', missingCents: order.totalCents }
  }
  const disputes = activeDisputes(ofKind(events, 'dispute'))
  const refunds = ofKind(events, 'refunded')
  const known = idsOf(ofKind(events, 'paid'))
  const keptCents = [...accepted]
    .map((paymentId) => {
      // An event without a known payment concerns all of them.
      const concerns = (event: Refund | Dispute): boolean => event.paymentId === paymentId || !known.has(event.paymentId)
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
export const acceptedPayments = (order: Price, events: readonly PaymentFact[]): ReadonlySet<string> =>
  idsOf(ofKind(events, 'paid').filter((payment) => pays(payment, order)))

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

export interface Settlement {
  readonly status: OrderStatus
  readonly granted: boolean
  readonly revision: number
  readonly lines: readonly OrderLine[]
  readonly transactions: readonly LedgerTransaction[]
  readonly events: readonly OrderEvent[]
}

export type OrderEvent = { readonly kind: 'paid' } | ({ readonly kind: 'reversed'; readonly why: Claim } & Claimed)

type Claim = 'refund' | 'dispute'

/**
 * A claim takes what is unspent and writes off the rest, so that later purchases are whole. A claim that shrinks
 * first forgives the spent part, then gives back. Undefined if there is nothing to do.
 */
export function settleOrder(order: Order, entitlement: Entitlement, available: Amounts): Settlement | undefined {
  const grants = entitlement.granted && !order.granted
  const bought = addUp(order.lines.map(({ item, units }) => [item, grants ? units : 0]))
  const lines = entitlement.granted ? claim(order, entitlement.missingCents, addUp([...available, ...bought])) : order.lines
  const change = claimedIn(lines) - claimedIn(order.lines)
  if (!grants && change === 0 && entitlement.status === order.status) return undefined

  const revision = order.revision + 1
  const why: Claim = entitlement.status === 'disputed' ? 'dispute' : 'refund'
  const withdrawn = addUp(lines.map((line, at) => [line.item, line.unitsWithdrawn - withdrawnBefore(order, at)]))
  const returned: Amounts = new Map([...withdrawn].map(([item, amount]) => [item, -amount]))
  const transactions = [
    moveItems('purchase', order.id, order.accountId, bought),
    moveItems(why, `${order.id}:${revision}`, order.accountId, withdrawn),
    moveItems('dispute-won', `${order.id}:${revision}`, order.accountId, returned),
  ].filter((transaction) => transaction !== undefined)
  const events: OrderEvent[] = []
  if (grants) events.push({ kind: 'paid' })
  if (change > 0) events.push({ kind: 'reversed', why, ...totalOf(lines) })
  return { status: entitlement.status, granted: entitlement.granted, revision, lines, transactions, events }
}

const withdrawnBefore = (order: Order, at: number): number => order.lines[at]?.unitsWithdrawn ?? 0

function claim(order: Order, missingCents: number, available: Amounts): readonly OrderLine[] {
  const left = new Map(available)
  return order.lines.map((line) => {
    const claimed = claimedUnits(line.units, missingCents, order.totalCents)
    const due = claimed - line.unitsWithdrawn - line.unitsSpent
    const unspent = left.get(line.item) ?? 0
    const unitsWithdrawn = due > 0 ? line.unitsWithdrawn + Math.min(due, unspent) : Math.min(line.unitsWithdrawn, claimed)
    left.set(line.item, unspent - (unitsWithdrawn - line.unitsWithdrawn))
    return { ...line, unitsWithdrawn, unitsSpent: claimed - unitsWithdrawn }
  })
}

const totalOf = (lines: readonly OrderLine[]): Claimed => ({
  unitsWithdrawn: lines.reduce((sum, line) => sum + line.unitsWithdrawn, 0),
  unitsSpent: lines.reduce((sum, line) => sum + line.unitsSpent, 0),
})

function claimedIn(lines: readonly OrderLine[]): number {
  const { unitsWithdrawn, unitsSpent } = totalOf(lines)
  return unitsWithdrawn + unitsSpent
}
