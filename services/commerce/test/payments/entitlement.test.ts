import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { claimedUnits, entitlementOf, hasForeignReversal } from '../../src/payments/rules.js'
import { anyEvent, dispute, order, paid, refund, refunded } from '../support/events.js'

const missing = (...events: Parameters<typeof entitlementOf>[1]) => entitlementOf(order, events).missingCents

describe('the entitlement of an order', () => {
  test('depends on the set of its events alone, not on their order or number', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyEvent, { maxLength: 8 })
          .chain((events) =>
            fc.tuple(
              fc.constant(events),
              fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
            ),
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
      expect(entitlementOf(order, [{ ...paid, ...change }]).granted).toBe(false)
    }
  })

  test('shrinks by the total refunded so far', () => {
    expect(missing(paid, refunded(100), refunded(300), refunded(200))).toBe(300)
    expect(missing(paid, refunded(100_000))).toBe(847)
    expect(missing(paid, refunded(100, ''))).toBe(100)
  })

  test('is zero while a dispute is open or lost, and restored when it is won', () => {
    expect(missing(paid, dispute('open'))).toBe(847)
    expect(missing(paid, dispute('open'), dispute('lost'))).toBe(847)
    expect(missing(paid, dispute('won'), dispute('open'))).toBe(0)
    expect(missing(paid, dispute('won'), dispute('open', 'd2'))).toBe(847)
    expect(missing(paid, dispute('open'), refunded(100), dispute('won'))).toBe(100)
    expect(entitlementOf(order, [paid, dispute('open'), refunded(100)]).status).toBe('disputed')
  })

  test('stays whole while one of two payments remains', () => {
    const second = { ...paid, paymentId: 'p2' } as typeof paid
    expect(missing(paid, second, refunded(847, 'p2'))).toBe(0)
    expect(missing(paid, second, refunded(847, 'p1'))).toBe(0)
    expect(missing(paid, second, refunded(847, 'p1'), refunded(47, 'p2'))).toBe(47)
    expect(missing(paid, second, dispute('open', 'd1', 'p2'))).toBe(0)
  })

  test('ignores reversals of a payment that granted nothing', () => {
    const wrong = { ...paid, paymentId: 'p2', amountCents: 1 } as typeof paid
    expect(missing(paid, wrong, refunded(1, 'p2'), dispute('lost', 'd1', 'p2'))).toBe(0)
  })

  test('adds up single refunds except failed ones', () => {
    expect(missing(paid, refund('r1', 100), refund('r2', 50), refund('r1', 100))).toBe(150)
    expect(missing(paid, refund('r1', 100, 'failed'), refund('r1', 100))).toBe(0)
    expect(missing(paid, refund('r1', 100), refund('r2', 50, 'failed'))).toBe(100)
  })

  test('counts a refund once if reported alone and in a total', () => {
    expect(missing(paid, refunded(100), refund('r1', 100))).toBe(100)
    expect(missing(paid, refunded(150), refund('r1', 100))).toBe(150)
    expect(missing(paid, refunded(150), refund('r1', 100, 'failed'))).toBe(50)
  })

  test('uses the time to decide whether a total includes a failed refund', () => {
    const failed = refund('r1', 847, 'failed', { atMs: 1_000_000 })
    expect(missing(paid, refunded(847, 'p1', { atMs: 500_000 }), failed)).toBe(0)
    expect(
      missing(paid, refunded(847, 'p1', { atMs: 500_000 }), failed, refunded(847, 'p1', { atMs: 2_000_000 })),
    ).toBe(847)
    expect(missing(paid, refunded(847, 'p1', { atMs: 500_000 }), failed, refund('r2', 100))).toBe(100)
  })

  test('follows the latest total, even if it is lower', () => {
    const [early, late] = [refunded(847, 'p1', { atMs: 1_000_000 }), refunded(47, 'p1', { atMs: 2_000_000 })]
    expect(missing(paid, early, late)).toBe(47)
    expect(missing(paid, late, early)).toBe(47)
  })

  test('loses only the amount of a dispute, in addition to refunds', () => {
    expect(missing(paid, dispute('open', 'd1', 'p1', { amountCents: 100 }))).toBe(100)
    expect(missing(paid, refunded(300), dispute('open', 'd1', 'p1', { amountCents: 547 }))).toBe(847)
    expect(missing(paid, refunded(300), dispute('open', 'd1', 'p1', { amountCents: 847 }))).toBe(847)
    expect(missing(paid, refunded(300), dispute('won', 'd1', 'p1', { amountCents: 547 }))).toBe(300)
  })

  test('is lost again when a won dispute is reopened', () => {
    const won = dispute('won', 'd1', 'p1', { atMs: 2_000_000 })
    expect(missing(paid, dispute('open', 'd1', 'p1', { atMs: 1_000_000 }), won)).toBe(0)
    expect(missing(paid, dispute('lost', 'd1', 'p1', { atMs: 3_000_000 }), won)).toBe(847)
  })

  test('ignores an amount in another currency', () => {
    const yen = { currency: 'jpy' }
    const foreign = [refunded(847, 'p1', yen), refund('r1', 847, 'given', yen), dispute('open', 'd1', 'p1', yen)]
    expect(missing(paid, ...foreign)).toBe(0)
    for (const event of foreign) expect(hasForeignReversal(order, [paid, event])).toBe(true)
    expect(hasForeignReversal(order, [paid, refunded(847, 'p1', { currency: 'usd' })])).toBe(false)
    const foreignPayment = { ...paid, paymentId: 'p2', currency: 'jpy' } as typeof paid
    expect(hasForeignReversal(order, [paid, foreignPayment, refunded(847, 'p2', yen)])).toBe(false)
  })

  test.each([
    ['paid', []],
    ['partly_refunded', [refunded(1)]],
    ['refunded', [refunded(847)]],
    ['partly_disputed', [dispute('open', 'd1', 'p1', { amountCents: 1 })]],
    ['disputed', [dispute('open', 'd1', 'p1', { amountCents: 847 })]],
    ['partly_refunded', [refunded(1), dispute('won')]],
    ['paid', [refunded(847), refund('r1', 847, 'failed')]],
  ] as const)('is %s after %j', (status, events) => {
    expect(entitlementOf(order, [paid, ...events]).status).toBe(status)
  })

  test("is claimed back in whole units, rounded in the player's favour", () => {
    expect(claimedUnits(10, 0, 299)).toBe(0)
    expect(claimedUnits(10, 1, 299)).toBe(0)
    expect(claimedUnits(10, 150, 299)).toBe(5)
    expect(claimedUnits(10, 298, 299)).toBe(9)
    expect(claimedUnits(10, 299, 299)).toBe(10)
  })
})
