import type { Transaction } from '@kla/chassis'
import { isUuid } from '../shared/rules.js'
import type { DisputeState, PaymentFact } from './rules/entitlement.js'
import type { PaymentNotice, ProviderName } from './payment-provider.js'

/** A notice under the name by which a repeat is recognised. */
export interface PaymentEvent {
  readonly provider: ProviderName
  readonly eventId: string
  /** Which of the event's notices this is. */
  readonly part: number
  readonly notice: TellingNotice
}

/** A notice that says something: that a checkout is unpaid is no fact, it may be paid any moment. */
export type TellingNotice = Exclude<PaymentNotice, { kind: 'unpaid' }>

/** The payment that a notice is about; empty if it names none. */
export const paymentOf = (notice: TellingNotice): string =>
  (notice.kind === 'paid' ? notice.paymentId : notice.order.paymentId) ?? ''

/** Whose money a notice is about; undefined if nobody can say, or not yet. */
export async function findOrderOf(tx: Transaction, { provider, notice }: PaymentEvent): Promise<string | undefined> {
  const { orderId, sessionId } = notice.order
  const [statement, value] =
    orderId !== undefined
      ? ['SELECT id FROM orders WHERE id = $1 AND provider = $2', isUuid(orderId) ? orderId : undefined]
      : sessionId !== undefined
        ? ['SELECT id FROM orders WHERE session_id = $1 AND provider = $2', sessionId]
        : [
            `SELECT order_id AS id FROM payment_events
             WHERE payment_id = $1 AND provider = $2 AND order_id IS NOT NULL LIMIT 1`,
            notice.order.paymentId,
          ]
  if (value === undefined) return undefined
  const { rows } = await tx.query<{ id: string }>(statement, [value, provider])
  return rows[0]?.id
}

/** Whether a notice names a payment alone: then its order may become known later. */
export const namesPaymentAlone = ({ order }: TellingNotice): boolean =>
  order.orderId === undefined && order.sessionId === undefined && order.paymentId !== undefined

/** Takes an event in, for an order or waiting for one. False for a repeat. */
export async function insertEvent(
  tx: Transaction,
  { provider, eventId, part, notice }: PaymentEvent,
  orderId: string | undefined,
  nowMs: number,
): Promise<boolean> {
  const dispute = notice.kind === 'dispute' ? notice : undefined
  const { rowCount } = await tx.query(
    `INSERT INTO payment_events (provider, event_id, part, order_id, payment_id, kind, amount_cents, currency,
       dispute_id, dispute_state, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (provider, event_id, part) DO NOTHING`,
    [
      provider,
      eventId,
      part,
      orderId ?? null,
      paymentOf(notice) || null,
      notice.kind,
      notice.kind === 'paid' ? notice.amountCents : notice.kind === 'refunded' ? notice.refundedCents : null,
      notice.kind === 'paid' ? notice.currency : null,
      dispute?.disputeId ?? null,
      dispute?.state ?? null,
      new Date(nowMs),
    ],
  )
  return rowCount === 1
}

/** Gives an order the events that waited for somebody to say whose payment it is. */
export async function adoptWaiting(tx: Transaction, provider: ProviderName, paymentId: string, orderId: string): Promise<void> {
  await tx.query(
    'UPDATE payment_events SET order_id = $3 WHERE payment_id = $1 AND provider = $2 AND order_id IS NULL',
    [paymentId, provider, orderId],
  )
}

interface EventRow {
  readonly kind: PaymentFact['kind']
  readonly payment_id: string | null
  readonly amount_cents: number | null
  readonly currency: string | null
  readonly dispute_id: string | null
  readonly dispute_state: DisputeState | null
}

/** All that was said about an order's money. */
export async function factsOf(tx: Transaction, orderId: string): Promise<readonly PaymentFact[]> {
  const { rows } = await tx.query<EventRow>(
    `SELECT kind, payment_id, amount_cents, currency, dispute_id, dispute_state FROM payment_events
     WHERE order_id = $1 ORDER BY id`,
    [orderId],
  )
  return rows.map(toFact)
}

function toFact(row: EventRow): PaymentFact {
  const paymentId = row.payment_id ?? ''
  switch (row.kind) {
    case 'paid':
      return { kind: 'paid', paymentId, amountCents: row.amount_cents ?? 0, currency: row.currency ?? '' }
    case 'refunded':
      return { kind: 'refunded', paymentId, refundedCents: row.amount_cents ?? 0 }
    case 'dispute':
      return { kind: 'dispute', paymentId, disputeId: row.dispute_id ?? '', state: row.dispute_state ?? 'open' }
    case 'cancelled':
      return { kind: 'cancelled' }
  }
}
