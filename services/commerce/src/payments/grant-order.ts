import type { Logger } from '@kla/chassis'
import type { CommerceMetrics } from '../shared/metrics.js'
import type { Order, OrderStatus } from '../shared/rules.js'
import type { PaymentEvent, PaymentNotice, ProviderName } from './payment-provider.js'
import { acceptedPayments, entitlementOf, hasForeignReversal, pays, type RecordedEvent, settleOrder } from './rules.js'
import type { PaymentStore } from './store.js'

/** Applies notices to orders; safe to repeat. */
export type ApplyNotices = (provider: ProviderName, notices: readonly PaymentNotice[]) => Promise<void>

interface ApplyNoticesDeps {
  readonly store: PaymentStore
  readonly metrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
  readonly onChanged: () => void
}

export function createApplyNotices({ store, metrics, log, now, onChanged }: ApplyNoticesDeps): ApplyNotices {
  return async (provider, notices) => {
    for (const [part, notice] of notices.entries()) {
      if (notice.kind === 'unpaid') continue
      const eventId = notice.eventId || idOfAnswer(notice)
      report(provider, eventId, await grantOrder(store, { provider, eventId, part, notice }, now()))
    }
  }

  function report(provider: ProviderName, eventId: string, granted: GrantOutcome): void {
    metrics.notices.inc({ provider, outcome: granted.outcome })
    if (granted.outcome === 'unknown') log.warn({ provider, eventId }, 'a notice is about no order of ours')
    if (granted.outcome !== 'settled') return
    const { orderId, status, mismatch } = granted
    if (mismatch) {
      metrics.mismatches.inc({ kind: mismatch })
      log.error({ provider, eventId, orderId, mismatch }, 'an amount is not what the order asks for')
    }
    if (!status) return
    metrics.orders.inc({ outcome: status })
    log.info({ orderId, status }, 'an order has changed')
    onChanged()
  }
}

type GrantOutcome =
  | { readonly outcome: 'repeat' }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'waiting' }
  | {
      readonly outcome: 'settled'
      readonly orderId: string
      readonly status: OrderStatus | undefined
      readonly mismatch: 'amount' | 'second-payment' | 'currency' | undefined
    }

/** Grants or takes back items once. Lock order: payment, order, account. */
export const grantOrder = (store: PaymentStore, event: PaymentEvent, nowMs: number): Promise<GrantOutcome> =>
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

/** Our queries have no event id; same answers are repeats. */
function idOfAnswer(notice: Notice): string {
  const about = notice.order.orderId ?? notice.order.sessionId ?? ''
  return notice.kind === 'paid' ? `answer:paid:${about}:${notice.paymentId}` : `answer:${notice.kind}:${about}`
}

const paymentOf = (notice: Notice): string => (notice.kind === 'paid' ? notice.paymentId : notice.order.paymentId) ?? ''

const namesPaymentAlone = ({ order }: Pick<PaymentNotice, 'order'>): boolean =>
  order.orderId === undefined && order.sessionId === undefined && order.paymentId !== undefined

function mismatchOf(order: Order, notice: Notice, events: readonly RecordedEvent[]) {
  if (notice.kind === 'cancelled') return undefined
  if (notice.kind === 'paid') {
    if (!pays(notice, order)) return 'amount'
    const [first] = acceptedPayments(order, events)
    if (notice.paymentId !== first) return 'second-payment'
  }
  // Earlier reversals count once their payment is known.
  const relevantEvents: readonly RecordedEvent[] =
    notice.kind === 'paid' ? events : [{ ...notice, paymentId: paymentOf(notice) }]
  const payments = events.filter(({ kind }) => kind === 'paid')
  return hasForeignReversal(order, [...payments, ...relevantEvents]) ? 'currency' : undefined
}
