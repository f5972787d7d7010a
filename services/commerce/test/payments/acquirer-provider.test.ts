import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { signed } from '../../src/payments/acquirer-messages.js'
import type { CheckoutOrder } from '../../src/payments/payment-provider.js'
import { type AcquirerWorld, CARDS, openAcquirer, post } from '../support/providers.js'
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.js'
import { newOrder } from '../support/stripe-orders.js'

let world: AcquirerWorld
beforeAll(async () => void (world = await openAcquirer()))
afterAll(() => world.close())

const formOf = (order: CheckoutOrder): Record<string, string> =>
  Object.fromEntries(world.provider.checkoutForm(order).fields.map(({ name, value }) => [name, value]))

describe('a checkout', () => {
  test('is opened by the form without a call, and the form stays the same', async () => {
    const order = newOrder()
    expect(await world.at('http://127.0.0.1:9').openCheckout(order)).toEqual({
      sessionId: order.orderId,
      url: undefined,
    })
    expect(world.provider.checkoutForm(order)).toEqual(world.provider.checkoutForm(order))
  })

  test('is not opened by an altered form', async () => {
    const form = formOf(newOrder())
    expect((await post(world.stand.payUrl, { ...form, amount: '1' })).status).toBe(403)
    expect((await post(world.stand.payUrl, { ...form, return_url: 'https://elsewhere.example' })).status).toBe(403)
  })

  test('carries an e-mail address and an expiry only where given', () => {
    expect(formOf(newOrder({ expiresAtMs: 1_800_000_000_999 }))).toMatchObject({
      customer_email: 'robin@players.example',
      expires_at: '1800000000',
    })
    const bare = formOf(newOrder({ email: '' }))
    for (const field of ['customer_email', 'expires_at']) expect(bare).not.toHaveProperty(field)
  })
})

describe('notifications', () => {
  test('report each refund, also one that fails', async () => {
    const order = newOrder()
    await world.pay(order, CARDS.paid)
    await world.stand.refund(order.orderId, 100)
    await world.stand.failRefund(order.orderId)
    const refunds = (await world.noticesOf(order)).filter(({ kind }) => kind === 'refund')
    expect(refunds).toHaveLength(2)
    expect(refunds).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amountCents: 100, state: 'given' }),
        expect.objectContaining({ amountCents: 100, state: 'failed' }),
      ]),
    )
  })

  test('are rejected without the secret, and when too old', async () => {
    const fields = {
      event_id: 'E1',
      order_id: 'o',
      merchant_id: world.stand.merchantId,
      status: 'closed',
      timestamp: '1800000000',
    }
    const read = (secret: string, nowMs: number) => {
      const message = signed('notification', new Map(Object.entries(fields)), [secret])
      const body = Buffer.from(new URLSearchParams([...message]).toString())
      return world.provider.readNotification({ body, signature: '', nowMs })
    }
    const nowMs = 1_800_000_000_000
    expect(await read(world.stand.secret, nowMs)).toHaveLength(1)
    const refused = { reason: 'SIGNATURE_INVALID' }
    await expect(read('another', nowMs)).rejects.toMatchObject(refused)
    await expect(read(world.stand.secret, nowMs + 301_000)).rejects.toMatchObject(refused)
  })
})

describe('a status that cannot be trusted', () => {
  let server: ScriptedServer
  afterEach(() => server.close())

  /** Answers a status query with fields that `change` makes of the right ones. */
  const answering =
    (change: Record<string, string>, secret = world.stand.secret, status = 200): RequestListener =>
    (request, response) => {
      void text(request).then((body) => {
        const question = Object.fromEntries(new URLSearchParams(body))
        const fields = {
          ...question,
          status: 'approved',
          amount: '847',
          currency: 'USD',
          transaction_id: 'T1',
          ...change,
        }
        const { signature: _signature, ...unsigned } = fields as Record<string, string>
        const answer = signed('status-answer', new Map(Object.entries(unsigned)), [secret])
        response.writeHead(status, status === 302 ? { location: world.stand.apiUrl } : {})
        response.end(new URLSearchParams([...answer]).toString())
      })
    }

  const ask = async (answer: RequestListener, timeoutMs?: number) => {
    server = await startScriptedServer(answer)
    return world.at(server.url, timeoutMs).readCheckout('order-1')
  }

  test('differs from one that can', async () => {
    expect(await ask(answering({}))).toMatchObject({ kind: 'paid', amountCents: 847 })
  })

  test.each<[string, () => RequestListener]>([
    ['an answer to another query', () => answering({ nonce: 'another' })],
    ['an answer about another order', () => answering({ order_id: 'order-2' })],
    ['an old answer', () => answering({ timestamp: '1700000000' })],
    ['a forged answer', () => answering({}, 'another')],
    ['the query itself', () => (request, response) => void request.pipe(response)],
    ['a payment without an id', () => answering({ transaction_id: '' })],
    ['a redirect', () => answering({}, world.stand.secret, 302)],
    ['an oversized answer', () => answering({ filler: 'a'.repeat(20_000) })],
    [
      'a truncated answer',
      () => (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('a'),
    ],
  ])('%s', async (_what, answer) => {
    await expect(ask(answer(), 200)).rejects.toMatchObject({ reason: 'PAYMENTS_UNAVAILABLE' })
  })
})
