import { type Database, insertEvent, inTransaction, type OutboxEvent, type Transaction } from '@kla/chassis'
import { OrderPaid, OrderReversed, subjects } from '@kla/proto'
import { isUuid } from '@kla/proto/web'
import { availableOf, post } from '../ledger/index.js'
import { type Amounts, type Order } from '../shared/rules.js'
import { lockAccount, lockPayment, selectOrders } from '../shared/store.js'
import type { Dispute, PaymentEvent, ProviderName, Refund } from './payment-provider.js'
import { entitlementOf, type OrderEvent, type RecordedEvent, type Settlement } from './rules.js'

/** Payments and their events, in PostgreSQL. */
export interface PaymentStore {
  inTransaction<T>(work: (tx: PaymentTransaction) => Promise<T>): Promise<T>
}

/** Transaction of one payment event. */
export interface PaymentTransaction {
  /** Serializes events by payment with those by order. */
  lockPayment(provider: ProviderName, paymentId: string): Promise<void>
  findOrderId(event: PaymentEvent): Promise<string | undefined>
  lockOrder(orderId: string): Promise<void>
  /** Stores an event, waiting for an unknown order; false for a repeat. */
  insertEvent(event: PaymentEvent, paymentId: string, orderId: string | undefined, nowMs: number): Promise<boolean>
  adoptWaitingEvents(provider: ProviderName, paymentId: string, orderId: string): Promise<void>
  readOrder(orderId: string): Promise<Order>
  readEvents(orderId: string): Promise<readonly RecordedEvent[]>
  lockAvailable(accountId: number): Promise<Amounts>
  saveSettlement(order: Order, settlement: Settlement): Promise<void>
}

export const createPaymentStore = (database: Database): PaymentStore => ({
  inTransaction: (work) => inTransaction(database, (tx) => work(paymentTransaction(tx))),
})

const paymentTransaction = (tx: Transaction): PaymentTransaction => ({
  lockPayment: (provider, paymentId) => lockPayment(tx, provider, paymentId),

  async findOrderId({ provider, notice }) {
    const { orderId, sessionId, paymentId } = notice.order
    const [statement, value] =
      orderId !== undefined
        ? ['SELECT id FROM orders WHERE id = $1 AND provider = $2', isUuid(orderId) ? orderId : undefined]
        : sessionId !== undefined
          ? ['SELECT id FROM orders WHERE session_id = $1 AND provider = $2', sessionId]
          : [
              `SELECT order_id AS id FROM payment_events
               WHERE payment_id = $1 AND provider = $2 AND order_id IS NOT NULL LIMIT 1`,
              paymentId,
            ]
    if (value === undefined) return undefined
    const { rows } = await tx.query<{ id: string }>(statement, [value, provider])
    return rows[0]?.id
  },

  async lockOrder(orderId) {
    // FOR UPDATE would wait for rows that refer to it.
    await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId])
  },

  async insertEvent({ provider, eventId, part, notice }, paymentId, orderId, nowMs) {
    const reversal =
      notice.kind === 'refunded' || notice.kind === 'refund' || notice.kind === 'dispute' ? notice : undefined
    const refund = notice.kind === 'refund' ? notice : undefined
    const dispute = notice.kind === 'dispute' ? notice : undefined
    const amount =
      notice.kind === 'refunded' ? notice.refundedCents : 'amountCents' in notice ? notice.amountCents : undefined
    const { rowCount } = await tx.query(
      `INSERT INTO payment_events (provider, event_id, part, order_id, payment_id, kind, amount_cents, currency,
         refund_id, refund_state, dispute_id, dispute_state, occurred_at, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT (provider, event_id, part) DO NOTHING`,
      [
        provider,
        eventId,
        part,
        orderId ?? null,
        paymentId || null,
        notice.kind,
        amount ?? null,
        ('currency' in notice ? notice.currency : undefined) ?? null,
        refund?.refundId ?? null,
        refund?.state ?? null,
        dispute?.disputeId ?? null,
        dispute?.state ?? null,
        reversal?.atMs === undefined ? null : new Date(reversal.atMs),
        new Date(nowMs),
      ],
    )
    return rowCount === 1
  },

  async adoptWaitingEvents(provider, paymentId, orderId) {
    await tx.query(
      'UPDATE payment_events SET order_id = $3 WHERE payment_id = $1 AND provider = $2 AND order_id IS NULL',
      [paymentId, provider, orderId],
    )
  },

  async readOrder(orderId) {
    const [order] = await selectOrders(tx, 'WHERE id = $1', [orderId])
    if (!order) throw new Error('an order has vanished')
    return order
  },

  async readEvents(orderId) {
    const { rows } = await tx.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM payment_events WHERE order_id = $1 ORDER BY id`,
      [orderId],
    )
    return rows.map(toEvent)
  },

  async lockAvailable(accountId) {
    await lockAccount(tx, accountId)
    return availableOf(tx, accountId)
  },

  async saveSettlement(order, { status, granted, revision, lines, transactions, events }) {
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
    for (const event of events) await insertEvent(tx, outboxEvent(order, revision, event))
  },
})

/** Reads what refunds and disputes took back of orders, in cents by order id. */
export type Returned = (orders: readonly Order[]) => Promise<ReadonlyMap<string, number>>

export const createReturned =
  (database: Pick<Database, 'query'>): Returned =>
  async (orders) => {
    const { rows } = await database.query<EventRow & { order_id: string }>(
      `SELECT order_id, ${EVENT_COLUMNS} FROM payment_events WHERE order_id = ANY($1) ORDER BY id`,
      [orders.map(({ id }) => id)],
    )
    return new Map(
      orders.map((order) => {
        const events = rows.filter(({ order_id }) => order_id === order.id).map(toEvent)
        const { granted, missingCents } = entitlementOf(order, events)
        return [order.id, granted ? missingCents : 0]
      }),
    )
  }

const EVENT_COLUMNS = `kind, payment_id, amount_cents, currency, refund_id, refund_state, dispute_id, dispute_state,
  occurred_at`

interface EventRow {
  readonly kind: RecordedEvent['kind']
  readonly payment_id: string | null
  readonly amount_cents: number | null
  readonly currency: string | null
  readonly refund_id: string | null
  readonly refund_state: Refund['state'] | null
  readonly dispute_id: string | null
  readonly dispute_state: Dispute['state'] | null
  readonly occurred_at: Date | null
}

function toEvent(row: EventRow): RecordedEvent {
  const paymentId = row.payment_id ?? ''
  const amountCents = row.amount_cents ?? 0
  const reversal = { paymentId, currency: row.currency ?? undefined, atMs: row.occurred_at?.getTime() }
  switch (row.kind) {
    case 'paid':
      return { kind: 'paid', paymentId, amountCents, currency: row.currency ?? '' }
    case 'refunded':
      return { ...reversal, kind: 'refunded', refundedCents: amountCents }
    case 'refund':
      return {
        ...reversal,
        kind: 'refund',
        refundId: row.refund_id ?? '',
        amountCents,
        state: row.refund_state ?? 'given',
      }
    case 'dispute': {
      const dispute = { disputeId: row.dispute_id ?? '', state: row.dispute_state ?? 'open' }
      return { ...reversal, ...dispute, kind: 'dispute', amountCents: row.amount_cents ?? undefined }
    }
    case 'cancelled':
      return { kind: 'cancelled' }
  }
}

function outboxEvent({ id, accountId, totalCents }: Order, revision: number, event: OrderEvent): OutboxEvent {
  const about = { eventId: `${id}:${event.kind}:${revision}`, orderId: id, accountId }
  if (event.kind === 'paid') {
    const payload = OrderPaid.encode({ ...about, totalCents }).finish()
    return { subject: subjects.eventOrderPaid, eventId: about.eventId, payload }
  }
  const { why, unitsWithdrawn, unitsSpent } = event
  const payload = OrderReversed.encode({ ...about, why, unitsWithdrawn, unitsSpent }).finish()
  return { subject: subjects.eventOrderReversed, eventId: about.eventId, payload }
}
