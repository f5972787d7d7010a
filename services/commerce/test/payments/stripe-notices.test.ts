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
  const charge = {
    id: 'ch_1',
    payment_intent: 'pi_1',
    metadata: { order_id: 'order-1' },
    amount: 847,
    amount_refunded: 300,
  }
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

  const single = { id: 're_1', object: 'refund', payment_intent: 'pi_1', amount: 300, currency: 'usd', metadata: {} }
  const told = { eventId: 'evt_1', order: { paymentId: 'pi_1' }, kind: 'refund', refundId: 're_1', amountCents: 300 }

  test.each([
    ['refund.created', 'pending', 'given'],
    ['refund.created', 'requires_action', 'given'],
    ['refund.created', 'succeeded', 'given'],
    ['refund.created', null, 'given'],
    ['refund.updated', 'failed', 'failed'],
    ['charge.refund.updated', 'failed', 'failed'],
    ['charge.refund.updated', 'canceled', 'failed'],
    ['refund.failed', 'succeeded', 'failed'],
  ])('one by one: %s at %s is %s', (type, status, state) => {
    expect(noticesOf(event(type, { ...single, status }))).toEqual([{ ...told, state, currency: 'usd' }])
  })

  test('are read one by one where the charge lists them, and a smaller total from its updates', () => {
    const refunds = { data: [{ ...single, status: 'failed' }] }
    expect(noticesOf(event('charge.refunded', { ...charge, refunds }))).toMatchObject([
      { kind: 'refunded', refundedCents: 300 },
      { kind: 'refund', refundId: 're_1', state: 'failed' },
    ])
    expect(noticesOf(event('charge.updated', { ...charge, amount_refunded: 0 }))).toMatchObject([{ refundedCents: 0 }])
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
    for (const what of ['created', 'updated', 'funds_withdrawn', 'closed']) {
      expect(noticesOf(event(`charge.dispute.${what}`, { ...dispute, status }))).toEqual([
        { eventId: 'evt_1', order: { paymentId: 'pi_1' }, kind: 'dispute', disputeId: 'du_1', state },
      ])
    }
  })

  test.each(['warning_needs_response', 'warning_under_review'])('at %s have taken no money', (status) =>
    expect(noticesOf(event('charge.dispute.created', { ...dispute, status }))).toEqual([]),
  )

  test.each(['warning_closed', 'prevented'])('at %s take it no longer', (status) =>
    expect(noticesOf(event('charge.dispute.closed', { ...dispute, status }))).toMatchObject([{ state: 'won' }]),
  )

  test('with reinstated funds are won, whatever their state', () => {
    const reinstated = event('charge.dispute.funds_reinstated', { ...dispute, status: 'under_review' })
    expect(noticesOf(reinstated)).toMatchObject([{ disputeId: 'du_1', state: 'won' }])
  })

  test('report their amount, currency and time', () => {
    const partial = {
      ...event('charge.dispute.created', { ...dispute, status: 'lost', amount: 100, currency: 'JPY' }),
      created: 7,
    }
    expect(noticesOf(partial)).toMatchObject([{ amountCents: 100, currency: 'jpy', atMs: 7_000 }])
  })
})

test.each(['payment_intent.succeeded', 'charge.succeeded', 'customer.created'])('%s reports nothing new', (type) => {
  expect(noticesOf(event(type, { id: 'x', metadata: { order_id: 'order-1' } }))).toEqual([])
})

describe('it cannot read', () => {
  const charge = { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 300, currency: 'usd' }

  test.each<[string, string, unknown, string]>([
    ['no object', 'charge.refunded', null, 'content'],
    ['a list for an object', 'charge.refunded', [charge], 'content'],
    ['an amount in words', 'charge.refunded', { ...charge, amount_refunded: '300' }, 'content'],
    ['an amount below nothing', 'charge.refunded', { ...charge, amount_refunded: -1 }, 'content'],
    ['an amount of no whole cents', 'charge.refunded', { ...charge, amount_refunded: 0.5 }, 'content'],
    ['an amount beyond all measure', 'charge.refunded', { ...charge, amount_refunded: 1e300 }, 'content'],
    ['an invalid currency', 'charge.refunded', { ...charge, currency: 'dollars' }, 'content'],
    ['an id with a zero byte', 'charge.refunded', { ...charge, payment_intent: 'pi\0' }, 'content'],
    ['a paid session without an amount', 'checkout.session.completed', { ...SESSION, amount_total: null }, 'content'],
    ['a session of tomorrow', 'checkout.session.completed', { ...SESSION, payment_status: 'half' }, 'kind'],
    ['a refund without a name', 'refund.failed', { payment_intent: 'pi_1', amount: 1 }, 'content'],
    [
      'a refund of tomorrow',
      'refund.updated',
      { id: 're_1', payment_intent: 'pi_1', amount: 1, status: 'half' },
      'kind',
    ],
    ['a dispute of tomorrow', 'charge.dispute.created', { id: 'du_1', payment_intent: 'pi_1', status: 'half' }, 'kind'],
    ['an event of tomorrow about refunds', 'refund.reversed', { id: 're_1' }, 'kind'],
  ])('%s', (_what, type, object, why) => {
    const read = () => noticesOf(event(type, object as object))
    expect(read).toThrow(
      expect.objectContaining({ name: 'Error', why, about: expect.objectContaining({ event_id: 'evt_1', type }) }),
    )
  })

  test('and keeps nothing personal of it', () => {
    const billing = { billing_details: { email: 'robin@players.example' }, receipt_email: 'robin@players.example' }
    const odd = { ...charge, ...billing, id: 'robin@players.example', amount_refunded: 'robin@players.example' }
    let kept = ''
    try {
      noticesOf(event('charge.refunded', odd))
    } catch (error) {
      kept = JSON.stringify(error) + String(error)
    }
    expect(kept).toContain('pi_1')
    expect(kept).not.toContain('robin')
  })
})
