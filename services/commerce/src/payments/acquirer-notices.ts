import type { PaymentNotice } from './payment-provider.js'
import { text, wholeNumber } from './acquirer-message.js'
import type { Fields } from './acquirer-signature.js'

/** What a notification says about an order. A status that means nothing to us is an empty list. */
export function noticesOf(fields: Fields): readonly PaymentNotice[] {
  const about = { eventId: text(fields, 'event_id'), order: orderOf(fields) }
  switch (text(fields, 'status')) {
    case 'refunded':
      return [{ ...about, kind: 'refunded', refundedCents: wholeNumber(fields, 'refunded_amount') }]
    case 'chargeback':
      return [{ ...about, kind: 'dispute', disputeId: text(fields, 'chargeback_id'), state: 'open' }]
    case 'chargeback_reversed':
      return [{ ...about, kind: 'dispute', disputeId: text(fields, 'chargeback_id'), state: 'won' }]
    default: {
      const notice = noticeOfPayment(fields, about.eventId)
      return notice ? [notice] : []
    }
  }
}

/** How the payment of an order stands; undefined for a status that is not about a payment, or an unknown order. */
export function noticeOfPayment(fields: Fields, eventId = ''): PaymentNotice | undefined {
  const about = { eventId, order: orderOf(fields) }
  switch (text(fields, 'status')) {
    case 'approved': {
      const currency = text(fields, 'currency').toLowerCase()
      const paymentId = text(fields, 'transaction_id')
      return { ...about, kind: 'paid', amountCents: wholeNumber(fields, 'amount'), currency, paymentId }
    }
    // After a declined card the person may try another one.
    case 'open':
    case 'pending':
    case 'declined':
      return { ...about, kind: 'unpaid' }
    case 'closed':
      return { ...about, kind: 'cancelled' }
    default:
      return undefined
  }
}

function orderOf(fields: Fields): PaymentNotice['order'] {
  const orderId = text(fields, 'order_id')
  const paymentId = fields.get('transaction_id')
  return { orderId, sessionId: orderId, ...(paymentId ? { paymentId } : {}) }
}
