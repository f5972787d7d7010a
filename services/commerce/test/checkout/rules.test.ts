import { describe, expect, test } from '@jest/globals'
import { CATALOGUE } from '@kla/proto/web'
import fc from 'fast-check'
import { priceCart, refuseOrder } from '../../src/checkout/rules.js'

const EVERYTHING = CATALOGUE.map(({ id }) => id)

describe('a cart', () => {
  test('uses catalogue prices in integer cents', () => {
    const cart = [
      { itemId: 2, quantity: 3 },
      { itemId: 3, quantity: 99 },
    ]
    expect(priceCart(cart, EVERYTHING)).toMatchObject({
      totalCents: 3 * 299 + 99 * 249,
      currency: 'usd',
      lines: [
        { itemId: 2, unitCents: 299, item: 'gif_saves', units: 30 },
        { itemId: 3, unitCents: 249, item: 'wild_cards', units: 2_475 },
      ],
    })
  })

  test('holds at most five Battle Passes, once they are on sale', () => {
    const passes = (quantity: number) => priceCart([{ itemId: 1, quantity }], EVERYTHING)
    expect(passes(5)).toMatchObject({ totalCents: 5 * 499 })
    expect(passes(6)).toEqual({ refused: 'QUANTITY_LIMIT' })
    expect(priceCart([{ itemId: 1, quantity: 1 }], [2, 3])).toEqual({ refused: 'ITEM_NOT_ON_SALE' })
  })

  test('rejects the same item twice', () => {
    const line = { itemId: 2, quantity: 1 }
    expect(priceCart([line, line], EVERYTHING)).toEqual({ refused: 'CART_INVALID' })
    expect(priceCart([], EVERYTHING)).toEqual({ refused: 'CART_INVALID' })
  })

  test('is rejected, or costs more than nothing and at most the limit, for any content', () => {
    const number = fc.oneof(fc.integer({ min: -2, max: 120 }), fc.double(), fc.constantFrom(2, 3))
    const cart = fc.array(fc.record({ itemId: number, quantity: number }), { maxLength: 5 })
    fc.assert(
      fc.property(cart, (lines) => {
        const priced = priceCart(lines, [2, 3])
        if ('refused' in priced) return
        expect(Number.isInteger(priced.totalCents)).toBe(true)
        expect(priced.totalCents).toBeGreaterThan(0)
        expect(priced.totalCents).toBeLessThanOrEqual(99 * (299 + 249))
      }),
    )
  })
})

describe('an order', () => {
  test('is refused as soon as the account has twenty open ones', () => {
    expect(refuseOrder(0)).toBeUndefined()
    expect(refuseOrder(19)).toBeUndefined()
    expect(refuseOrder(20)).toEqual({ refused: 'RATE_LIMITED' })
    expect(refuseOrder(21)).toEqual({ refused: 'RATE_LIMITED' })
  })
})
