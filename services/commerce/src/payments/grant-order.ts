import { type Database, insertFact, inTransaction, type OutboxFact, type Transaction } from '@kla/chassis'
import { OrderPaid, OrderReversed, subjects } from '@kla/proto'
import { availableOf, post } from '../ledger/store.js'
import { lockAccount, lockPayment } from '../shared/locks.js'
import { type Order, type OrderStatus, selectOrders } from '../shared/orders.js'
import { acceptedPayments, entitlementOf, type PaymentFact, pays } from './rules/entitlement.js'
import { type OrderNews, type Settlement, settleOrder } from './rules/settle-order.js'
import { adoptWaiting, factsOf, findOrderOf, insertEvent, namesPaymentAlone, type PaymentEvent, paymentOf } from './store.js'

/** What other services are told of an order, as it is published. `revision` is the order's after the change. */
function factOf({ id, accountId, totalCents }: Order, revision: number, news: OrderNews): OutboxFact {
  const about = { factId: `${id}:${news.kind}:${revision}`, orderId: id, accountId }
  if (news.kind === 'paid') {
    const payload = OrderPaid.encode({ ...about, totalCents }).finish()
    return { subject: subjects.factOrderPaid, factId: about.factId, payload }
  }
  const { why, unitsWithdrawn, unitsSpent } = news
  const payload = OrderReversed.encode({ ...about, why, unitsWithdrawn, unitsSpent }).finish()
  return { subject: subjects.factOrderReversed, factId: about.factId, payload }
}

/** What became of an event. */
export type Taken =
  | { readonly outcome: 'repeat' }
  /** No order of ours, or one of another provider. */
  | { readonly outcome: 'unknown' }
  /** It names a payment alone, and nobody has said yet whose it is. */
  | { readonly outcome: 'waiting' }
  | {
      readonly outcome: 'settled'
      readonly orderId: string
      /** Undefined if it stayed the same. */
      readonly status: OrderStatus | undefined
      /** A payment that is not what the order costs, or a second one. */
      readonly mismatch: 'amount' | 'second-payment' | undefined
    }

export interface SettlementStore {
  /** Takes an event in and does all that follows from it, in one transaction and once. */
  take(event: PaymentEvent, nowMs: number): Promise<Taken>
}

export function createSettlementStore(database: Database): SettlementStore {
  return {
    take: (event, nowMs) =>
      inTransaction(database, async (tx) => {
        const paymentId = paymentOf(event.notice)
        if (paymentId !== '') await lockPayment(tx, event.provider, paymentId)
        const orderId = await findOrderOf(tx, event)
        if (orderId === undefined && !namesPaymentAlone(event.notice)) return { outcome: 'unknown' }
        if (orderId !== undefined) await lockOrder(tx, orderId)
        if (!(await insertEvent(tx, event, orderId, nowMs))) return { outcome: 'repeat' }
        if (orderId === undefined) return { outcome: 'waiting' }
        if (paymentId !== '') await adoptWaiting(tx, event.provider, paymentId, orderId)
        return settle(tx, orderId, event)
      }),
  }
}

// Weaker than FOR UPDATE, which would wait for those who only refer to the order.
const lockOrder = (tx: Transaction, orderId: string) =>
  tx.query('SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId])

async function settle(tx: Transaction, orderId: string, event: PaymentEvent): Promise<Taken> {
  const [order] = await selectOrders(tx, 'WHERE id = $1', [orderId])
  if (!order) throw new Error('an order has vanished')
  const facts = await factsOf(tx, orderId)
  await lockAccount(tx, order.accountId)
  const settlement = settleOrder(order, entitlementOf(order, facts), await availableOf(tx, order.accountId))
  if (settlement) await carryOut(tx, order, settlement)
  const status = settlement && settlement.status !== order.status ? settlement.status : undefined
  return { outcome: 'settled', orderId, status, mismatch: mismatchOf(order, event, facts) }
}

async function carryOut(tx: Transaction, order: Order, settlement: Settlement): Promise<void> {
  const { status, granted, revision, lines, transactions, news } = settlement
  await tx.query('UPDATE orders SET status = $2, granted = $3, revision = $4 WHERE id = $1', [
    order.id,
    status,
    granted,
    revision,
  ])
  await tx.query(
    `UPDATE order_lines AS l SET units_withdrawn = now.withdrawn, units_spent = now.spent
     FROM unnest($2::int[], $3::int[], $4::int[]) AS now (item_id, withdrawn, spent)
     WHERE l.order_id = $1 AND l.item_id = now.item_id`,
    [
      order.id,
      lines.map(({ itemId }) => itemId),
      lines.map(({ unitsWithdrawn }) => unitsWithdrawn),
      lines.map(({ unitsSpent }) => unitsSpent),
    ],
  )
  for (const transaction of transactions) await post(tx, transaction)
  for (const told of news) await insertFact(tx, factOf(order, revision, told))
}

function mismatchOf(order: Order, { notice }: PaymentEvent, facts: readonly PaymentFact[]) {
  if (notice.kind !== 'paid') return undefined
  if (!pays(notice, order)) return 'amount'
  const [first] = acceptedPayments(order, facts)
  return notice.paymentId === first ? undefined : 'second-payment'
}
