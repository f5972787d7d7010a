import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Reason, REASONS } from '@kla/proto/web'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance
let nowMs = 0

beforeAll(async () => {
  world = await createWorld()
  const settings = { checkoutLimitPerMinute: 10, verifyLimitPerMinute: 30 }
  app = (await world.gateway(settings, { now: () => nowMs })).http
})
afterAll(() => world.stop())
afterEach(() => {
  world.commerce.refusal = undefined
})

const as = (person: number): Record<string, string> => ({ cookie: `kla=${world.auth.person(person).sessionId}` })
const cart = { items: [{ item_id: 2, quantity: 1 }], email: 'ada@example.org' }
const checkout = (payload: object = cart, headers = as(1)) =>
  app.inject({ method: 'POST', url: '/checkout/create-session', headers, payload })
const verify = (headers = as(1)) => app.inject({ url: '/checkout/verify?session_id=cs_1', headers })

const calls: [string, InjectOptions, object][] = [
  [
    'the shop',
    { url: '/api/shop' },
    {
      items: [
        {
          id: 2,
          name: 'Pack',
          description: 'Ten.',
          price: 2.99,
          priceCents: 299,
          maxPerPurchase: 99,
          color: '#8fc7a8',
          image: '/items/gif-saves.svg',
        },
      ],
    },
  ],
  [
    'a checkout',
    { method: 'POST', url: '/checkout/create-session', payload: cart },
    { id: 'cs_1', url: 'https://pay.example/cs_1' },
  ],
  ['a purchase', { url: '/checkout/verify?session_id=cs_1' }, { payment_status: 'paid', amount_total: 548 }],
  ['the inventory', { url: '/user/inventory' }, { counts: { gif_saves: 12, wild_cards: 25 } }],
  [
    'the orders',
    { url: '/user/orders' },
    {
      orders: [
        {
          id: 'o1',
          status: 'refunded',
          total_cents: 299,
          created_at: '2025-11-24T16:00:00.000Z',
          lines: [{ item_id: 2, name: 'Pack', quantity: 1, units: 10, units_withdrawn: 7, units_spent: 3 }],
        },
      ],
    },
  ],
]

describe.each(calls)('%s', (_what, request, answer) => {
  test('shop routes answer as in the contract and are not cached', async () => {
    const response = await app.inject({ ...request, headers: as(1) })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(answer)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each([{}, { cookie: 'kla=forged' }])('%j requires a session', async (headers) => {
    const response = await app.inject({ ...request, headers })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ error: REASONS.NOT_SIGNED_IN.text, code: 'NOT_SIGNED_IN' })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each<[Reason, number]>([
    ['UNAVAILABLE', 503],
    ['PAYMENTS_UNAVAILABLE', 503],
    ['QUANTITY_LIMIT', 400],
    ['ITEM_NOT_ON_SALE', 409],
    ['ORDER_NOT_FOUND', 404],
  ])('passes a refusal on: %s', async (reason, status) => {
    world.commerce.refusal = reason
    const response = await app.inject({ ...request, headers: as(2) })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ error: REASONS[reason].text, code: reason })
  })
})

describe('POST /checkout/create-session', () => {
  test('passes on items only, not prices or accounts sent by the client', async () => {
    const line = { item_id: 3, quantity: 2, price: 0.01, priceCents: 1, unit_amount: 1, grants: 1_000 }
    const tampered = { items: [line], email: 'x@example.org', total: 0, currency: 'idr', accountId: 7 }
    expect((await checkout(tampered, as(3))).statusCode).toBe(200)
    expect(world.commerce.checkouts.at(-1)).toEqual({
      accountId: 3,
      lines: [{ itemId: 3, quantity: 2 }],
      email: 'x@example.org',
    })
  })

  test('leaves a missing email to commerce', async () => {
    world.commerce.refusal = 'RECEIPT_EMAIL_REQUIRED'
    const refused = await checkout({ items: cart.items }, as(8))
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ error: 'Please enter an email for the receipt.' })

    world.commerce.refusal = undefined
    await checkout({ items: cart.items }, as(8))
    expect(world.commerce.checkouts.at(-1)).toMatchObject({ accountId: 8, email: '' })
  })

  test('clamps numbers beyond 32 bits', async () => {
    // 2^32 + 1 is 1 in the 32 bits of the contract.
    await checkout({ ...cart, items: [{ item_id: 2 ** 32 + 2, quantity: 2 ** 32 + 1 }] }, as(4))
    await checkout({ ...cart, items: [{ item_id: -(2 ** 33), quantity: -1e300 }] }, as(4))
    expect(world.commerce.checkouts.slice(-2).map(({ lines }) => lines)).toEqual([
      [{ itemId: 2 ** 31 - 1, quantity: 2 ** 31 - 1 }],
      [{ itemId: -(2 ** 31), quantity: -(2 ** 31) }],
    ])
  })

  test.each<[what: string, payload: object, field: string]>([
    ['no items', { email: 'a@b.c' }, 'items'],
    ['an item without a quantity', { ...cart, items: [{ item_id: 2 }] }, 'items.0.quantity'],
    ['an email that is no text', { ...cart, email: 1 }, 'email'],
    ['half an item', { ...cart, items: [{ item_id: 2, quantity: 1.5 }] }, 'items.0.quantity'],
    ['text for a number', { ...cart, items: [{ item_id: '2', quantity: 1 }] }, 'items.0.item_id'],
    ['101 lines', { ...cart, items: Array.from({ length: 101 }, () => cart.items[0]) }, 'items'],
  ])('rejects %s, and names the field', async (_what, payload, field) => {
    const before = world.commerce.checkouts.length
    const response = await checkout(payload, as(5))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      error: `Something in that request isn't valid (${field}).`,
      code: 'INVALID_FIELD',
    })
    expect(world.commerce.checkouts).toHaveLength(before)
  })

  test("rejects another site's page and accepts our own", async () => {
    expect((await checkout(cart, { ...as(6), origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await checkout(cart, { ...as(6), origin: PUBLIC_URL })).statusCode).toBe(200)
  })
})

describe('checkout limits per account', () => {
  test('allow ten checkouts a minute from any address', async () => {
    for (let time = 0; time < 10; time += 1) expect((await checkout(cart, as(10))).statusCode).toBe(200)
    const refused = await checkout(cart, { ...as(10), 'x-forwarded-for': '203.0.113.9' })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ error: REASONS.RATE_LIMITED.text, code: 'RATE_LIMITED' })
    expect((await checkout(cart, as(11))).statusCode).toBe(200)
    expect((await verify(as(10))).statusCode).toBe(200)
    nowMs += 6_000
    expect((await checkout(cart, as(10))).statusCode).toBe(200)
    expect((await checkout(cart, as(10))).statusCode).toBe(429)
  })

  test('allow thirty verifications a minute', async () => {
    for (let time = 0; time < 30; time += 1) expect((await verify(as(12))).statusCode).toBe(200)
    expect((await verify(as(12))).json()).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

test("another player's or an unknown purchase is not found", async () => {
  const response = await app.inject({ url: '/checkout/verify?session_id=cs_2', headers: as(1) })
  expect(response.statusCode).toBe(404)
  expect((await app.inject({ url: '/checkout/verify', headers: as(1) })).json()).toMatchObject({
    code: 'INVALID_FIELD',
  })
})
