import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { claimedUnits, entitlementOf } from '../../src/payments/rules.js'
import { anyEvent, dispute, order, paid, refunded } from '../support/events.js'

const missing = (...events: Parameters<typeof entitlementOf>[1]) => entitlementOf(order, events).missingCents

describe('the entitlement of an order', () => {
  test('depends on the set of its events alone, not on their order or number', () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { maxLength: 8 }).chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
        ),
        ([events, told]) => expect(entitlementOf(order, told)).toEqual(entitlementOf(order, events)),
      ),
      { numRuns: 500 },
    )
  })

  test('is granted by any payment of the right amount, and by nothing else', () => {
    expect(entitlementOf(order, [])).toMatchObject({ granted: false, status: 'open' })
    expect(entitlementOf(order, [{ kind: 'cancelled' }])).toMatchObject({ granted: false, status: 'cancelled' })
    expect(entitlementOf(order, [paid, { kind: 'cancelled' }])).toMatchObject({ granted: true, status: 'paid' })
    for (const change of [{ amountCents: 846 }, { amountCents: 84_700 }, { currency: 'eur' }]) {
      expect(entitlementOf(order, [{ ...paid, ...change } as typeof paid]).granted).toBe(false)
    }
  })

  test('shrinks by the total refunded so far', () => {
    expect(missing(paid, refunded(100), refunded(300), refunded(200))).toBe(300)
    expect(missing(paid, refunded(100_000))).toBe(847)
    expect(missing(paid, refunded(100, ''))).toBe(100)
  })

  test('is nothing while a dispute is open or lost, and whole again when it is won', () => {
    expect(missing(paid, dispute('open'))).toBe(847)
    expect(missing(paid, dispute('open'), dispute('lost'))).toBe(847)
    expect(missing(paid, dispute('won'), dispute('open'))).toBe(0)
    expect(missing(paid, dispute('won'), dispute('open', 'd2'))).toBe(847)
    expect(missing(paid, dispute('open'), refunded(100), dispute('won'))).toBe(100)
    expect(entitlementOf(order, [paid, dispute('open'), refunded(100)]).status).toBe('disputed')
  })

  test('stays whole as long as one of two payments does', () => {
    const second = { ...paid, paymentId: 'p2' } as typeof paid
    expect(missing(paid, second, refunded(847, 'p2'))).toBe(0)
    expect(missing(paid, second, refunded(847, 'p1'))).toBe(0)
    expect(missing(paid, second, refunded(847, 'p1'), refunded(47, 'p2'))).toBe(47)
    expect(missing(paid, second, dispute('open', 'd1', 'p2'))).toBe(0)
  })

  test('ignores what becomes of a payment that granted nothing', () => {
    const wrong = { ...paid, paymentId: 'p2', amountCents: 1 } as typeof paid
    expect(missing(paid, wrong, refunded(1, 'p2'), dispute('lost', 'd1', 'p2'))).toBe(0)
  })

  test('is claimed back in whole units, rounded up', () => {
    expect(claimedUnits(10, 0, 299)).toBe(0)
    expect(claimedUnits(10, 1, 299)).toBe(1)
    expect(claimedUnits(10, 150, 299)).toBe(6)
    expect(claimedUnits(10, 299, 299)).toBe(10)
  })
})
