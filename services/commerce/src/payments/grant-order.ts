import type { Order, OrderStatus } from '../shared/orders.js'
import type { PaymentEvent, PaymentNotice } from './payment-provider.js'
import { acceptedPayments, entitlementOf, type PaymentFact, pays, settleOrder } from './rules.js'
import type { PaymentStore } from './store.js'

export type GrantOutcome =
  | { readonly outcome: 'repeat' }
  | { readonly outcome: 'unknown' }
  /** It names a payment alone whose order is not known yet. */
  | { readonly outcome: 'waiting' }
  | {
      readonly outcome: 'settled'
      readonly orderId: string
      readonly status: OrderStatus | undefined
      /** The payment is not what the order costs, or a second one. */
      readonly mismatch: 'amount' | 'second-payment' | undefined
    }

export type GrantOrder = (event: PaymentEvent, nowMs: number) => Promise<GrantOutcome>

/**
 * Applies a payment event to its order, once and in one transaction: a paid order grants its items, a refund or
 * dispute takes back what is unspent. Locks in the order payment, order, account.
 */
export const createGrantOrder =
  (store: PaymentStore): GrantOrder =>
  (event, nowMs) =>
    store.inTransaction(async (tx) => {
      const { provider, notice } = event
      const paymentId = paymentOf(notice)
      if (paymentId !== '') await tx.lockPayment(provider, paymentId)
      const orderId = await tx.findOrderId(event)
      if (orderId === undefined && !namesPaymentAlone(notice)) return { outcome: 'unknown' }
      if (orderId !== undefined) await tx.lockOrder(orderId)
      if (!(await tx.insertEvent(event, paymentId, orderId, nowMs))) return { outcome: 'repeat' }
      if (orderId === undefined) return { outcome: 'waiting' }
      if (paymentId !== '') await tx.adoptWaitingEvents(provider, paymentId, orderId)

      const order = await tx.readOrder(orderId)
      const events = await tx.readEvents(orderId)
      const available = await tx.lockAvailable(order.accountId)
      const settlement = settleOrder(order, entitlementOf(order, events), available)
      if (settlement) await tx.saveSettlement(order, settlement)
      const status = settlement && settlement.status !== order.status ? settlement.status : undefined
      return { outcome: 'settled', orderId, status, mismatch: mismatchOf(order, notice, events) }
    })

type Notice = PaymentEvent['notice']

const paymentOf = (notice: Notice): string => (notice.kind === 'paid' ? notice.paymentId : notice.order.paymentId) ?? ''

const namesPaymentAlone = ({ order }: Pick<PaymentNotice, 'order'>): boolean =>
  order.orderId === undefined && order.sessionId === undefined && order.paymentId !== undefined

function mismatchOf(order: Order, notice: Notice, events: readonly PaymentFact[]) {
  if (notice.kind !== 'paid') return undefined
  if (!pays(notice, order)) return 'amount'
  const [first] = acceptedPayments(order, events)
  return notice.paymentId === first ? undefined : 'second-payment'
}
