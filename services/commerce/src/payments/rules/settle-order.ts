import { claimedUnits, type Entitlement } from './entitlement.js'
import { addUp, moveItems, type Amounts, type LedgerTransaction } from '../../shared/rules.js'
import type { Claimed, Order, OrderLine, OrderStatus } from '../../shared/orders.js'

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
