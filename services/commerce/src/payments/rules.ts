import {
  addUp,
  type Amounts,
  type Claimed,
  type LedgerTransaction,
  moveItems,
  type Order,
  type OrderLine,
  type OrderStatus,
} from '../shared/rules.js'
import type { Dispute, Refund, RefundedTotal } from './payment-provider.js'

/** Event of a payment; repeated and in any order. */
export type RecordedEvent =
  | {
      readonly kind: 'paid'
      readonly paymentId: string
      readonly amountCents: number
      readonly currency: string
    }
  | { readonly kind: 'cancelled' }
  | ({ readonly kind: 'refunded'; readonly paymentId: string } & RefundedTotal)
  | ({ readonly kind: 'refund'; readonly paymentId: string } & Refund)
  | ({ readonly kind: 'dispute'; readonly paymentId: string } & Dispute)

type Of<Kind extends RecordedEvent['kind']> = Extract<RecordedEvent, { kind: Kind }>
type Payment = Of<'paid'>
type Reversal = Of<'refunded' | 'refund' | 'dispute'>

const ofKind = <Kind extends RecordedEvent['kind']>(events: readonly RecordedEvent[], kind: Kind): Of<Kind>[] =>
  events.filter((event): event is Of<Kind> => event.kind === kind)

interface Entitlement {
  readonly granted: boolean
  readonly status: OrderStatus
  readonly missingCents: number
}

type Price = Pick<Order, 'totalCents' | 'currency'>

/**
 * Decides what an order earned, in any order of events. A right payment grants even after cancellation. Items remain
 * until both of two payments went back. Foreign currencies do not count.
 */
export function entitlementOf(order: Price, events: readonly RecordedEvent[]): Entitlement {
  const accepted = acceptedPayments(order, events)
  if (accepted.size === 0) {
    const cancelled = events.some(({ kind }) => kind === 'cancelled')
    return { granted: false, status: cancelled ? 'cancelled' : 'open', missingCents: order.totalCents }
  }
  const reversals = reversalsIn(events).filter((reversal) => !isForeign(reversal, order))
  const known = idsOf(ofKind(events, 'paid'))
  let keptCents = 0
  let disputed = false
  for (const paymentId of accepted) {
    // Events without a known payment concern all.
    const own = reversals.filter((event) => event.paymentId === paymentId || !known.has(event.paymentId))
    const disputedCents = claimedByDisputes(ofKind(own, 'dispute'), order.totalCents)
    keptCents += Math.max(0, order.totalCents - refundedCents(own) - disputedCents)
    disputed ||= disputedCents > 0
  }
  const missingCents = Math.max(0, order.totalCents - keptCents)
  return { granted: true, status: statusFor(missingCents, order.totalCents, disputed), missingCents }
}

function statusFor(missingCents: number, totalCents: number, disputed: boolean): OrderStatus {
  if (missingCents === 0) return 'paid'
  if (missingCents < totalCents) return disputed ? 'partly_disputed' : 'partly_refunded'
  return disputed ? 'disputed' : 'refunded'
}

export const pays = ({ amountCents, currency }: Payment, order: Price): boolean =>
  amountCents === order.totalCents && currency === order.currency

/** Payments that grant; the first one counts. */
export const acceptedPayments = (order: Price, events: readonly RecordedEvent[]): ReadonlySet<string> =>
  idsOf(ofKind(events, 'paid').filter((payment) => pays(payment, order)))

/** True if a refund in another currency needs a person. */
export function hasForeignReversal(order: Price, events: readonly RecordedEvent[]): boolean {
  const accepted = acceptedPayments(order, events)
  const known = idsOf(ofKind(events, 'paid'))
  return reversalsIn(events).some(
    (event) => isForeign(event, order) && (accepted.has(event.paymentId) || !known.has(event.paymentId)),
  )
}

/** Whole units, rounded in the player's favour. */
export const claimedUnits = (units: number, missingCents: number, totalCents: number): number =>
  Math.floor((units * missingCents) / totalCents)

const idsOf = (payments: readonly Payment[]): ReadonlySet<string> => new Set(payments.map(({ paymentId }) => paymentId))

const reversalsIn = (events: readonly RecordedEvent[]): Reversal[] =>
  events.filter((event): event is Reversal => event.kind !== 'paid' && event.kind !== 'cancelled')

const isForeign = ({ currency = '' }: Reversal, order: Price): boolean => currency !== '' && currency !== order.currency

/** Providers create one change's events within seconds, in any order. */
const SAME_MOMENT_MS = 10_000

function latest<T extends { readonly atMs?: number | undefined }>(events: readonly T[]): readonly T[] {
  const lastMs = events.reduce((last, { atMs = -Infinity }) => Math.max(last, atMs), -Infinity)
  return events.filter(({ atMs = lastMs }) => atMs >= lastMs - SAME_MOMENT_MS)
}

/** Counts single refunds unless failed, then a total's rest. */
function refundedCents(events: readonly RecordedEvent[]): number {
  const refunds = knownRefunds(ofKind(events, 'refund'))
  const givenCents = refunds.reduce((sum, { cents, failed }) => sum + (failed ? 0 : cents), 0)
  const beyondCents = latest(ofKind(events, 'refunded')).map(({ refundedCents: totalCents, atMs = -Infinity }) =>
    refunds
      .filter(({ failed, failedAtMs }) => !failed || failedAtMs >= atMs - SAME_MOMENT_MS)
      .reduce((left, { cents }) => left - cents, totalCents),
  )
  return givenCents + Math.max(0, ...beyondCents)
}

function grouped<T>(events: readonly T[], keyOf: (event: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const event of events) groups.set(keyOf(event), [...(groups.get(keyOf(event)) ?? []), event])
  return [...groups.values()]
}

function knownRefunds(events: readonly Of<'refund'>[]) {
  return grouped(events, ({ refundId }) => refundId).map((group) => {
    const failures = group.filter(({ state }) => state === 'failed')
    return {
      cents: Math.max(...group.map(({ amountCents }) => amountCents)),
      failed: failures.length > 0,
      failedAtMs: Math.min(...failures.map(({ atMs = Infinity }) => atMs)),
    }
  })
}

/** Counts disputes until won; among latest events, a win prevails. */
function claimedByDisputes(disputes: readonly Of<'dispute'>[], totalCents: number): number {
  return grouped(disputes, ({ disputeId }) => disputeId)
    .map(latest)
    .filter((group) => group.every(({ state }) => state !== 'won'))
    .map((group) => Math.min(...group.map(({ amountCents = totalCents }) => amountCents)))
    .reduce((sum, cents) => sum + cents, 0)
}

/** What to store to settle an order. */
export interface Settlement {
  readonly status: OrderStatus
  readonly granted: boolean
  readonly revision: number
  readonly lines: readonly OrderLine[]
  readonly transactions: readonly LedgerTransaction[]
  readonly events: readonly OrderEvent[]
}

/** Event for other services: paid, or reversed and why. */
export type OrderEvent = { readonly kind: 'paid' } | ({ readonly kind: 'reversed'; readonly why: Claim } & Claimed)

type Claim = 'refund' | 'dispute'

/**
 * Settles an order: takes unspent items, writes off spent ones, so later purchases stay whole. Smaller claims forgive
 * spent items first.
 */
export function settleOrder(order: Order, entitlement: Entitlement, available: Amounts): Settlement | undefined {
  const grants = entitlement.granted && !order.granted
  const bought = addUp(order.lines.map(({ item, units }) => [item, grants ? units : 0]))
  const lines = entitlement.granted
    ? claim(order, entitlement.missingCents, addUp([...available, ...bought]))
    : order.lines
  const change = claimedIn(lines) - claimedIn(order.lines)
  if (!grants && change === 0 && entitlement.status === order.status) return undefined

  const revision = order.revision + 1
  const why: Claim = isDisputed(entitlement.status) ? 'dispute' : 'refund'
  const withdrawn = addUp(lines.map((line, at) => [line.item, line.unitsWithdrawn - withdrawnBefore(order, at)]))
  const returned: Amounts = new Map([...withdrawn].map(([item, amount]) => [item, -amount]))
  const transactions = [
    moveItems('purchase', order.id, order.accountId, bought),
    moveItems(why, `${order.id}:${revision}`, order.accountId, withdrawn),
    moveItems(
      isDisputed(order.status) ? 'dispute-won' : 'refund-failed',
      `${order.id}:${revision}`,
      order.accountId,
      returned,
    ),
  ].filter((transaction) => transaction !== undefined)
  const events: OrderEvent[] = []
  if (grants) events.push({ kind: 'paid' })
  if (change > 0) events.push({ kind: 'reversed', why, ...totalOf(lines) })
  return { status: entitlement.status, granted: entitlement.granted, revision, lines, transactions, events }
}

const isDisputed = (status: OrderStatus): boolean => status === 'disputed' || status === 'partly_disputed'

const withdrawnBefore = (order: Order, at: number): number => order.lines[at]?.unitsWithdrawn ?? 0

/** Claims by item, whatever the claim's path. */
function claim(order: Order, missingCents: number, available: Amounts): readonly OrderLine[] {
  const claims = order.lines.map(({ units }) => claimedUnits(units, missingCents, order.totalCents))
  const perItem = (unitsOf: (line: OrderLine, at: number) => number): Amounts =>
    addUp(order.lines.map((line, at) => [line.item, unitsOf(line, at)]))
  const claimed = perItem((_line, at) => claims[at] ?? 0)
  const claimedBefore = perItem(({ unitsWithdrawn, unitsSpent }) => unitsWithdrawn + unitsSpent)
  const withdrawn = perItem(({ unitsWithdrawn }) => unitsWithdrawn)
  const left = new Map(
    [...claimed].map(([item, units]) => {
      const due = units - (claimedBefore.get(item) ?? 0)
      const before = withdrawn.get(item) ?? 0
      return [item, due > 0 ? before + Math.min(due, available.get(item) ?? 0) : Math.min(before, units)]
    }),
  )
  return order.lines.map((line, at) => {
    const units = claims[at] ?? 0
    const unitsWithdrawn = Math.min(units, left.get(line.item) ?? 0)
    left.set(line.item, (left.get(line.item) ?? 0) - unitsWithdrawn)
    return { ...line, unitsWithdrawn, unitsSpent: units - unitsWithdrawn }
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
