import { describe, expect, test } from '@jest/globals'
import type Stripe from 'stripe'
import { noticesOf } from '../../src/payments/stripe.js'

const event = (type: string, object: object): Stripe.Event => ({ id: 'evt_1', type, data: { object } }) as Stripe.Event

const SESSION = {
  id: 'cs_1',
  client_reference_id: 'order-1',
  metadata: { order_id: 'order-1' },
  payment_intent: 'pi_1',
  amount_total: 847,
  currency: 'usd',
  status: 'complete',
  payment_status: 'paid',
}
const OF_SESSION = { eventId: 'evt_1', order: { orderId: 'order-1', sessionId: 'cs_1', paymentId: 'pi_1' } }

describe('sessions', () => {
  test.each([
    ['checkout.session.completed', {}, 'paid'],
    ['checkout.session.completed', { payment_status: 'unpaid' }, 'unpaid'],
    ['checkout.session.completed', { payment_status: 'no_payment_required' }, 'unpaid'],
    ['checkout.session.async_payment_succeeded', {}, 'paid'],
    ['checkout.session.async_payment_failed', { payment_status: 'unpaid' }, 'cancelled'],
    ['checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }, 'cancelled'],
  ])('%s with %j is %s', (type, changes, kind) => {
    expect(noticesOf(event(type, { ...SESSION, ...changes }))).toEqual([
      { ...OF_SESSION, kind, ...(kind === 'paid' ? { amountCents: 847, currency: 'usd', paymentId: 'pi_1' } : {}) },
    ])
  })

  test('name the order by the metadata where there is no reference, and the payment also when it is expanded', () => {
    const session = { ...SESSION, client_reference_id: null, payment_intent: { id: 'pi_1' } }
    expect(noticesOf(event('checkout.session.completed', session))).toMatchObject([OF_SESSION])
  })
})

describe('refunds', () => {
  const charge = { id: 'ch_1', payment_intent: 'pi_1', metadata: { order_id: 'order-1' }, amount: 847, amount_refunded: 300 }
  const refunded = { eventId: 'evt_1', kind: 'refunded', refundedCents: 300 }

  test('report the total so far and name order and payment', () => {
    const order = { orderId: 'order-1', paymentId: 'pi_1' }
    expect(noticesOf(event('charge.refunded', charge))).toEqual([{ ...refunded, order }])
  })

  test('of a foreign charge name the payment, and without one nothing', () => {
    const order = { paymentId: 'pi_1' }
    expect(noticesOf(event('charge.refunded', { ...charge, metadata: {} }))).toEqual([{ ...refunded, order }])
    expect(noticesOf(event('charge.refunded', { ...charge, metadata: {}, payment_intent: null }))).toEqual([])
  })
})

describe('disputes', () => {
  const dispute = { id: 'du_1', charge: 'ch_1', payment_intent: 'pi_1', metadata: {} }

  test.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('at %s are %s', (status, state) => {
    for (const what of ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed']) {
      expect(noticesOf(event(`charge.dispute.${what}`, { ...dispute, status }))).toEqual([
        { eventId: 'evt_1', order: { paymentId: 'pi_1' }, kind: 'dispute', disputeId: 'du_1', state },
      ])
    }
  })

  test.each(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented', 'of_tomorrow'])(
    'at %s have taken no money',
    (status) => expect(noticesOf(event('charge.dispute.created', { ...dispute, status }))).toEqual([]),
  )
})

test.each(['payment_intent.succeeded', 'charge.succeeded', 'customer.created'])('%s reports nothing new', (type) => {
  expect(noticesOf(event(type, { id: 'x', metadata: { order_id: 'order-1' } }))).toEqual([])
})
