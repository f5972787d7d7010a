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
    expect(noticesOf(refund)).toEqual([
      { eventId: 'E1', order: PAID_ORDER, kind: 'refunded', refundedCents: 300, currency: 'usd' },
    ])
  })

  test('reports a refund by its name where it has one', () => {
    const more = {
      transaction_id: 'T1',
      refunded_amount: '300',
      refund_id: 'R1',
      refund_amount: '100',
      occurred_at: '7',
    }
    const reversal = { eventId: 'E1', order: PAID_ORDER, currency: 'usd', atMs: 7_000 }
    expect(noticesOf(message('refunded', more))).toEqual([
      { ...reversal, kind: 'refunded', refundedCents: 300 },
      { ...reversal, kind: 'refund', refundId: 'R1', amountCents: 100, state: 'given' },
    ])
  })

  test.each(['refund_failed', 'refund_cancelled'])('reports with %s that a refund failed', (status) => {
    const failed = message(status, {
      transaction_id: 'T1',
      refunded_amount: '0',
      refund_id: 'R1',
      refund_amount: '300',
    })
    expect(noticesOf(failed)).toEqual([
      {
        eventId: 'E1',
        order: PAID_ORDER,
        kind: 'refund',
        refundId: 'R1',
        amountCents: 300,
        state: 'failed',
        currency: 'usd',
      },
    ])
  })

  test('reports the amount of a chargeback', () => {
    const part = message('chargeback', { transaction_id: 'T1', chargeback_id: 'C1', chargeback_amount: '100' })
    expect(noticesOf(part)).toMatchObject([{ kind: 'dispute', amountCents: 100 }])
  })

  test.each([
    ['chargeback', 'open'],
    ['chargeback_lost', 'lost'],
    ['chargeback_reversed', 'won'],
  ])('%s is a dispute that is %s', (status, state) => {
    const chargeback = message(status, { transaction_id: 'T1', chargeback_id: 'C1' })
    expect(noticesOf(chargeback)).toEqual([
      { eventId: 'E1', order: PAID_ORDER, kind: 'dispute', disputeId: 'C1', state, currency: 'usd' },
    ])
  })

  test('reports nothing for a settlement', () => expect(noticesOf(message('settled'))).toEqual([]))

  test('cannot be read with an unknown status', () => {
    const odd = message('half', { customer_email: 'robin@players.example' })
    expect(() => noticesOf(odd)).toThrow(
      expect.objectContaining({
        why: 'kind',
        about: { event_id: 'E1', order_id: 'order-1', status: 'half', amount: '847', currency: 'USD' },
      }),
    )
  })

  test.each([
    ['a payment without an id', message('approved')],
    ['a payment with a fractional amount', message('approved', { transaction_id: 'T1', amount: '8.47' })],
    ['a payment with a negative amount', message('approved', { transaction_id: 'T1', amount: '-1' })],
    ['a refund without a total', message('refunded')],
    ['a failed refund without an id', message('refund_failed', { refund_amount: '300' })],
    ['a failed refund without an amount', message('refund_failed', { refund_id: 'R1' })],
    ['a chargeback without an id', message('chargeback')],
    ['a chargeback with a fractional amount', message('chargeback', { chargeback_id: 'C1', chargeback_amount: '1.5' })],
    ['an invalid currency', message('refunded', { refunded_amount: '1', currency: 'dollars' })],
    ['an id with a NUL byte', message('closed', { order_id: 'a\0b' })],
    ['an event without an id', message('approved', { event_id: '' })],
    ['an order without an id', message('approved', { order_id: '' })],
    ['an overlong id', message('approved', { transaction_id: 'T'.repeat(256) })],
  ])('is rejected when malformed: %s', (_what, fields) => {
    expect(() => noticesOf(fields)).toThrow(expect.objectContaining({ why: 'content' }))
  })
})

test('reports nothing for an unknown order', () => {
  expect(noticeOfPayment(message('unknown'))).toBeUndefined()
})
