import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { OrderStatus } from '@kla/proto'
import { refusalOf } from '@kla/testkit'
import { type Bought, createShop, type Shop } from '../support/shop.js'

describe('the landing page', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop()
  })
  afterAll(() => shop.close())

  const verify = async (accountId: number, { sessionId }: Pick<Bought, 'sessionId'>) =>
    shop.client.verifyCheckout({ sessionId }, await shop.as(accountId))

  test('reports an unpaid order', async () => {
    expect(await verify(1, await shop.buy(1))).toEqual({ paymentStatus: 'unpaid', amountTotal: 299 })
    expect(await shop.saves(1)).toBe(0)
  })

  test('grants a paid order before its notification, which then grants nothing more', async () => {
    const bought = await shop.buy(2)
    shop.provider.answers.set(bought.sessionId, { ...bought.says.paid(), eventId: '' })
    expect(await verify(2, bought)).toEqual({ paymentStatus: 'paid', amountTotal: 299 })
    expect(await shop.saves(2)).toBe(10)
    await shop.tell(bought.says.paid())
    await verify(2, bought)
    expect(await shop.saves(2)).toBe(10)
  })

  test('reports a granted order without asking the provider', async () => {
    const bought = await shop.buy(3)
    await shop.tell(bought.says.paid())
    const { asked } = shop.provider
    shop.provider.down = true
    expect(await verify(3, bought)).toEqual({ paymentStatus: 'paid', amountTotal: 299 })
    expect(shop.provider.asked).toBe(asked)
    const other = await refusalOf(verify(3, { sessionId: bought.sessionId.slice(0, -1) }))
    expect(other).toBe('ORDER_NOT_FOUND')
    shop.provider.down = false
  })

  test('is unavailable while the provider is', async () => {
    const bought = await shop.buy(4)
    shop.provider.down = true
    expect(await refusalOf(verify(4, bought))).toBe('PAYMENTS_UNAVAILABLE')
    shop.provider.down = false
  })

  test("rejects another account's checkout", async () => {
    const bought = await shop.buy(5)
    shop.provider.answers.set(bought.sessionId, bought.says.paid())
    expect(await refusalOf(verify(6, bought))).toBe('ORDER_NOT_FOUND')
    for (const sessionId of ['', 'x'.repeat(300), "' OR 1=1 --", 'a\0b']) {
      expect(await refusalOf(verify(5, { sessionId }))).toBe('ORDER_NOT_FOUND')
    }
    expect(await shop.saves(5)).toBe(0)
  })

  test('reports a declined payment, and a later payment still grants', async () => {
    const bought = await shop.buy(7)
    shop.provider.answers.set(bought.sessionId, bought.says.cancelled())
    expect((await verify(7, bought)).paymentStatus).toBe('unpaid')
    expect(await shop.orders(7)).toMatchObject([{ status: OrderStatus.CANCELLED }])
    shop.provider.answers.set(bought.sessionId, bought.says.paid())
    expect((await verify(7, bought)).paymentStatus).toBe('paid')
    expect(await shop.orders(7)).toMatchObject([{ status: OrderStatus.PAID }])
    expect(await shop.saves(7)).toBe(10)
  })
})
