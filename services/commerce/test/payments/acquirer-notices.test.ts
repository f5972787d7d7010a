import { describe, expect, test } from '@jest/globals'
import { noticeOfPayment, noticesOf } from '../../src/payments/acquirer-messages.js'

const message = (status: string, more: Record<string, string> = {}) =>
  new Map(Object.entries({ event_id: 'E1', order_id: 'order-1', amount: '847', currency: 'USD', status, ...more }))

const ORDER = { orderId: 'order-1', sessionId: 'order-1' }
const PAID_ORDER = { ...ORDER, paymentId: 'T1' }

describe('a notification', () => {
  test('reports a payment', () => {
    expect(noticesOf(message('approved', { transaction_id: 'T1' }))).toEqual([
      { eventId: 'E1', order: PAID_ORDER, kind: 'paid', amountCents: 847, currency: 'usd', paymentId: 'T1' },
    ])
  })

  test.each([
    ['open', 'unpaid'],
    ['pending', 'unpaid'],
    ['declined', 'unpaid'],
    ['closed', 'cancelled'],
  ])('%s is %s', (status, kind) => {
    expect(noticesOf(message(status))).toEqual([{ eventId: 'E1', order: ORDER, kind }])
  })

  test('reports the total of a refund so far', () => {
    const refund = message('refunded', { transaction_id: 'T1', refunded_amount: '300' })
    expect(noticesOf(refund)).toEqual([{ eventId: 'E1', order: PAID_ORDER, kind: 'refunded', refundedCents: 300 }])
  })

  test.each([
    ['chargeback', 'open'],
    ['chargeback_reversed', 'won'],
  ])('%s is a dispute that is %s', (status, state) => {
    const chargeback = message(status, { transaction_id: 'T1', chargeback_id: 'C1' })
    expect(noticesOf(chargeback)).toEqual([{ eventId: 'E1', order: PAID_ORDER, kind: 'dispute', disputeId: 'C1', state }])
  })

  test('reports nothing for other statuses', () => expect(noticesOf(message('settled'))).toEqual([]))

  test.each([
    ['a payment without a name', message('approved')],
    ['a payment of no whole amount', message('approved', { transaction_id: 'T1', amount: '8.47' })],
    ['a payment of less than nothing', message('approved', { transaction_id: 'T1', amount: '-1' })],
    ['a refund without a sum', message('refunded')],
    ['a chargeback without a name', message('chargeback')],
    ['an event without a name', message('approved', { event_id: '' })],
    ['an order without a name', message('approved', { order_id: '' })],
    ['a name without end', message('approved', { transaction_id: 'T'.repeat(256) })],
  ])('is rejected when malformed: %s', (_what, fields) => {
    expect(() => noticesOf(fields)).toThrow()
  })
})

test('reports nothing for an unknown order', () => {
  expect(noticeOfPayment(message('unknown'))).toBeUndefined()
})
