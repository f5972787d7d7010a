import { randomUUID } from 'node:crypto'
import type { CardOutcome } from '../payments/cards.js'
import type { Timers } from '../payments/timers.js'
import { canBePaid, type Order, type PaymentRequest } from './order.js'
import type { Tell } from './tell.js'

export interface Orders {
  /** The order of a request: a new one, or the one that is known. Undefined if it was another one before. */
  open(request: PaymentRequest): Order | undefined
  find(orderId: string): Order | undefined
  ofPage(pageId: string): Order | undefined
  /** Pays with a card; answers why it was not taken. */
  pay(order: Order, outcome: CardOutcome): Promise<string | undefined>
  /** Nobody can pay it any more. */
  closeOrder(order: Order): Promise<void>
  list(): readonly Order[]
}

/** Cards that may be refused before the order is closed. */
const DECLINES_MAX = 5

export interface OrdersOptions {
  readonly tell: Tell
  readonly timers: Timers
  readonly now: () => number
  /** Until a late payment is decided, and until a card that disputes does so. */
  readonly lateMs: number
}

/** All orders, in memory: a stand-in forgets everything when it ends. */
export function createOrders({ tell, timers, now, lateMs }: OrdersOptions): Orders {
  const byId = new Map<string, Order>()
  const byPage = new Map<string, Order>()

  async function closeOrder(order: Order): Promise<void> {
    if (!canBePaid(order)) return
    order.status = 'closed'
    await tell(order, 'closed')
  }

  async function decline(order: Order, message: string): Promise<string> {
    order.status = 'declined'
    order.declines += 1
    await tell(order, 'declined')
    if (order.declines < DECLINES_MAX) return message
    await closeOrder(order)
    return 'Too many cards were refused.'
  }

  async function decideLate(order: Order, succeeds: boolean): Promise<void> {
    order.status = succeeds ? 'approved' : 'closed'
    await tell(order, order.status)
  }

  return {
    open(request) {
      const known = byId.get(request.orderId)
      if (known) return JSON.stringify(known.request) === JSON.stringify(request) ? known : undefined
      const order: Order = {
        request,
        pageId: randomUUID(),
        status: 'open',
        declines: 0,
        receiptEmail: request.email,
        refundedCents: 0,
      }
      byId.set(request.orderId, order)
      byPage.set(order.pageId, order)
      if (request.expiresAtMs !== undefined) timers.after(request.expiresAtMs - now(), () => void closeOrder(order))
      return order
    },
    find: (orderId) => byId.get(orderId),
    ofPage: (pageId) => byPage.get(pageId),
    async pay(order, outcome) {
      // A second click pays nothing more.
      if (!canBePaid(order)) return order.status === 'closed' ? 'This payment is over.' : undefined
      if (outcome.kind === 'declined') return decline(order, outcome.message)
      order.transactionId = `T${randomUUID()}`
      order.status = outcome.kind === 'late' ? 'pending' : 'approved'
      if (outcome.kind === 'late') timers.after(lateMs, () => void decideLate(order, outcome.succeeds))
      if (outcome.kind === 'disputed') timers.after(lateMs, () => void chargeBack(order, 'chargeback', tell))
      await tell(order, order.status)
      return undefined
    },
    closeOrder,
    list: () => [...byId.values()],
  }
}

/** The card's owner takes the money back through the bank, or the bank gives it back. False if there is none to take. */
export async function chargeBack(order: Order, status: ChargebackStatus, tell: Tell): Promise<boolean> {
  if (order.status !== 'approved') return false
  order.chargebackId ??= `C${randomUUID()}`
  await tell(order, status)
  return true
}

export type ChargebackStatus = 'chargeback' | 'chargeback_reversed'

/** Pays back an amount, or all that is left. False if that is more than was paid. */
export async function refund(order: Order, amountCents: number | undefined, tell: Tell): Promise<boolean> {
  const left = order.request.amountCents - order.refundedCents
  const amount = amountCents ?? left
  if (order.status !== 'approved' || !Number.isInteger(amount) || amount < 1 || amount > left) return false
  order.refundedCents += amount
  await tell(order, 'refunded')
  return true
}
