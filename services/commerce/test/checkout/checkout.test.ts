import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { OrderStatus } from '@kla/proto'
import { refusalOf } from '@kla/testkit'
import { noticesOf } from '../support/notices.js'
import { createShop, type Shop } from '../support/shop.js'

describe('a checkout', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop()
  })
  afterAll(() => shop.close())

  const open = async (lines: { itemId: number; quantity: number }[], email = 'a@b.c', accountId = 1) =>
    refusalOf(shop.client.createCheckout({ lines, email }, await shop.as(accountId)))

  test('is priced by the catalogue and opened at the provider', async () => {
    const bought = await shop.buy(7, [
      { itemId: 2, quantity: 2 },
      { itemId: 3, quantity: 1 },
    ])
    expect(bought.url).toBe(`https://pay/${bought.sessionId}`)
    expect(shop.provider.opened.get(bought.sessionId)).toMatchObject({
      totalCents: 2 * 299 + 249,
      currency: 'usd',
      email: 'a@b.c',
      returnUrl: 'https://kla.test/settings?session_id={SESSION_ID}',
      cancelUrl: 'https://kla.test/shop',
      lines: [
        { name: 'Pack of GIF Saves [10x]', unitCents: 299, quantity: 2 },
        { name: 'Wild Card [25x]', unitCents: 249, quantity: 1 },
      ],
    })
    expect(await shop.orders(7)).toMatchObject([
      { id: bought.orderId, status: OrderStatus.OPEN, totalCents: 847, lines: [{ units: 20 }, { units: 25 }] },
    ])
    expect(await shop.saves(7)).toBe(0)
  })

  test('does not store the receipt e-mail', async () => {
    const lines = [{ itemId: 2, quantity: 1 }]
    await shop.client.createCheckout({ lines, email: 'nobody-keeps-this@example.org' }, await shop.as(8))
    for (const table of ['orders', 'order_lines', 'payment_events', 'outbox']) {
      const { rows } = await shop.database.query(`SELECT * FROM ${table}`)
      expect(JSON.stringify(rows)).not.toContain('nobody-keeps-this')
    }
  })

  test('rejects an invalid cart and stores nothing', async () => {
    expect(await open([])).toBe('CART_INVALID')
    expect(await open([{ itemId: 2, quantity: 0 }])).toBe('CART_INVALID')
    expect(await open([{ itemId: 2, quantity: -3 }])).toBe('CART_INVALID')
    expect(await open([{ itemId: 2, quantity: 100 }])).toBe('QUANTITY_LIMIT')
    expect(await open([{ itemId: 99, quantity: 1 }])).toBe('ITEM_NOT_FOUND')
    expect(await open([{ itemId: 1, quantity: 1 }])).toBe('ITEM_NOT_ON_SALE')
    expect(await open([{ itemId: 2, quantity: 1 }], '  ')).toBe('RECEIPT_EMAIL_REQUIRED')
    for (const email of ['nonsense', 'a@b', 'a b@c.d', 'a@b..c', '@b.c', `${'x'.repeat(320)}@b.c`]) {
      expect([email, await open([{ itemId: 2, quantity: 1 }], email)]).toEqual([email, 'RECEIPT_EMAIL_INVALID'])
    }
    expect(await refusalOf(shop.client.createCheckout({ lines: [{ itemId: 2, quantity: 1 }], email: 'a@b.c' }))).toBe(
      'NOT_SIGNED_IN',
    )
    expect(await shop.orders(1)).toEqual([])
  })

  test('is unavailable while the provider is down, and can be repeated afterwards', async () => {
    shop.provider.down = true
    for (let attempt = 0; attempt < 25; attempt++) {
      expect(await open([{ itemId: 2, quantity: 1 }], 'a@b.c', 9)).toBe('PAYMENTS_UNAVAILABLE')
    }
    shop.provider.down = false
    expect(await shop.orders(9)).toEqual([])
    const { orderId } = await shop.buy(9)
    expect(await shop.orders(9)).toMatchObject([{ id: orderId, status: OrderStatus.OPEN }])
  })

  test('grants when it is paid although opening it seemed to fail', async () => {
    shop.provider.down = true
    await open([{ itemId: 2, quantity: 1 }], 'a@b.c', 11)
    shop.provider.down = false
    const { rows } = await shop.database.query<{ id: string; status: string }>(
      'SELECT id, status FROM orders WHERE account_id = 11',
    )
    expect(rows).toEqual([{ id: expect.any(String), status: 'cancelled' }])
    const orderId = rows[0]?.id ?? ''
    await shop.tell(noticesOf(orderId, 299).paid())
    expect(await shop.saves(11)).toBe(10)
    expect(await shop.orders(11)).toMatchObject([{ id: orderId, status: OrderStatus.PAID }])
  })

  test('is rejected for an account with many open ones, until an hour has passed', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 30 }, () => open([{ itemId: 2, quantity: 1 }], 'a@b.c', 10)),
    )
    expect(attempts.filter((outcome) => outcome === 'not refused')).toHaveLength(20)
    expect(attempts.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(10)
    shop.clock.aheadMs += 3_600_001
    expect(await open([{ itemId: 2, quantity: 1 }], 'a@b.c', 10)).toBe('not refused')
    shop.clock.aheadMs = 0
  })

  test('lists what is on sale', async () => {
    const { items } = await shop.client.listCatalogue({})
    expect(
      items.map(({ id, priceCents, maxPerPurchase, color, image }) => [id, priceCents, maxPerPurchase, color, image]),
    ).toEqual([
      [2, 299, 99, '#8fc7a8', '/items/gif-saves.svg'],
      [3, 249, 99, '#b79be6', '/items/wild-card.svg'],
    ])
  })
})

describe('a provider that takes a form post', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop({ paymentProvider: 'acquirer' })
  })
  afterAll(() => shop.close())

  test('gives its form to the owner of an open order alone', async () => {
    const bought = await shop.buy(1)
    expect(bought.url).toBe(`https://kla.test/checkout/form/${bought.sessionId}`)
    const form = async (accountId: number, sessionId = bought.sessionId) =>
      shop.client.getCheckoutForm({ sessionId }, await shop.as(accountId))
    const { action, fields } = await form(1)
    expect(action).toBe('https://acquirer/pay')
    expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toMatchObject({
      order: bought.orderId,
      amount: '299',
      email: '',
      back: 'https://kla.test/settings?session_id={SESSION_ID}',
    })
    expect(await refusalOf(form(2))).toBe('ORDER_NOT_FOUND')
    expect(await refusalOf(form(1, 'no such'))).toBe('ORDER_NOT_FOUND')

    shop.formProvider.answers.set(bought.sessionId, bought.says.paid())
    await shop.client.verifyCheckout({ sessionId: bought.sessionId }, await shop.as(1))
    expect(await refusalOf(form(1))).toBe('ORDER_NOT_FOUND')
  })
})

test('sells nothing without an account at the provider', async () => {
  const shop = await createShop()
  try {
    const { client } = await shop.pod({ providers: [shop.formProvider] })
    expect(await refusalOf(shop.buy(1, [{ itemId: 2, quantity: 1 }], client))).toBe('PAYMENTS_UNAVAILABLE')
    expect(await shop.orders(1)).toEqual([])
  } finally {
    await shop.close()
  }
})
