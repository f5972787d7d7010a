import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type AcquirerStandIn, startAcquirerStandIn } from '../../../../deploy/local/src/stand-ins/acquirer/index.js'
import { signed } from '../../src/payments/acquirer-messages.js'
import { createAcquirerProvider } from '../../src/payments/acquirer-provider.js'
import type { CheckoutOrder } from '../../src/payments/payment-provider.js'
import { type Merchant, openMerchant } from '../support/merchant.js'
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.js'
import { newOrder } from '../support/stripe-orders.js'

type Acquirer = ReturnType<typeof createAcquirerProvider>

const PAID = '4242424242424242'

let stand: AcquirerStandIn
let merchant: Merchant
let provider: Acquirer

beforeAll(async () => {
  merchant = await openMerchant(() => provider, 'no-such-header')
  stand = await startAcquirerStandIn({ port: 0, notificationUrl: merchant.url, retry: { attempts: 1 }, lateMs: 10 })
  provider = providerAt(stand.apiUrl)
})
afterAll(async () => {
  await stand.close()
  await merchant.close()
})

const providerAt = (apiUrl: string, timeoutMs = 5_000): Acquirer => {
  const { merchantId, payUrl } = stand
  const secrets = [stand.secret]
  return createAcquirerProvider({ merchantId, secrets, payUrl, apiUrl, toleranceMs: 300_000, timeoutMs })
}

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

const formOf = (order: CheckoutOrder): Record<string, string> =>
  Object.fromEntries(provider.checkoutForm(order).fields.map(({ name, value }) => [name, value]))

/** The acquirer's page for an order, as the browser gets there. */
async function pageOf(order: CheckoutOrder): Promise<string> {
  const response = await post(provider.checkoutForm(order).action, formOf(order))
  return new URL(response.headers.get('location') ?? '', stand.url).href
}

const pay = async (order: CheckoutOrder, card = PAID) => post(`${await pageOf(order)}/pay`, { card })

async function told(order: CheckoutOrder) {
  await stand.deliveries.idle()
  return merchant.notices.filter((notice) => notice.order.orderId === order.orderId)
}

describe('a checkout', () => {
  test('is opened by the form without a call, and the form stays the same', async () => {
    const order = newOrder()
    expect(await providerAt('http://127.0.0.1:9').openCheckout(order)).toEqual({
      sessionId: order.orderId,
      url: undefined,
    })
    expect(provider.checkoutForm(order)).toEqual(provider.checkoutForm(order))
    expect(await pageOf(order)).toBe(await pageOf(order))
    const html = await (await fetch(await pageOf(order))).text()
    for (const shown of ['Pack of GIF Saves [10x]', '2 × $2.99', 'Pay $8.47']) expect(html).toContain(shown)
  })

  test('is not opened by an altered form', async () => {
    const form = formOf(newOrder())
    expect((await post(stand.payUrl, { ...form, amount: '1' })).status).toBe(403)
    expect((await post(stand.payUrl, { ...form, return_url: 'https://elsewhere.example' })).status).toBe(403)
  })

  test('returns with its own id', async () => {
    const order = newOrder()
    const response = await pay(order)
    expect(response.headers.get('location')).toBe(`http://localhost:8080/settings?session_id=${order.orderId}`)
  })

  test('carries an e-mail address and an expiry only where given', () => {
    expect(formOf(newOrder({ expiresAtMs: 1_800_000_000_999 }))).toMatchObject({
      customer_email: 'robin@players.example',
      expires_at: '1800000000',
    })
    const bare = formOf(newOrder({ email: '' }))
    for (const field of ['customer_email', 'expires_at']) expect(bare).not.toHaveProperty(field)
  })

  test('is read in its current state', async () => {
    const order = newOrder()
    const about = { eventId: '', order: { orderId: order.orderId, sessionId: order.orderId } }
    expect(await provider.readCheckout(order.orderId)).toBeUndefined()
    const page = await pageOf(order)
    expect(await provider.readCheckout(order.orderId)).toEqual({ ...about, kind: 'unpaid' })
    await post(`${page}/pay`, { card: '4000000000000002' })
    expect(await provider.readCheckout(order.orderId)).toEqual({ ...about, kind: 'unpaid' })
    await post(`${page}/pay`, { card: PAID })
    const paid = { kind: 'paid', amountCents: 847, currency: 'usd', paymentId: expect.stringMatching(/^T/) }
    expect(await provider.readCheckout(order.orderId)).toMatchObject(paid)
  })

  test('is cancelled when the player cancels', async () => {
    const order = newOrder()
    await post(`${await pageOf(order)}/cancel`, {})
    expect(await provider.readCheckout(order.orderId)).toMatchObject({ kind: 'cancelled' })
    expect(await told(order)).toMatchObject([{ kind: 'cancelled' }])
  })
})

describe('notifications', () => {
  test('report a payment as a status query does', async () => {
    const order = newOrder()
    await pay(order)
    const answer = await provider.readCheckout(order.orderId)
    expect(await told(order)).toEqual([{ ...answer, eventId: expect.stringMatching(/^E/) }])
  })

  test('report refunds and chargebacks', async () => {
    const order = newOrder()
    await pay(order)
    await stand.refund(order.orderId, 100)
    await stand.failRefund(order.orderId)
    await stand.chargeBack(order.orderId, 'chargeback', 500)
    await stand.chargeBack(order.orderId, 'chargeback_reversed')
    const notices = (await told(order)).filter(({ kind }) => kind !== 'paid')
    expect(notices).toHaveLength(5)
    expect(notices).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'refunded', refundedCents: 100 }),
        expect.objectContaining({ kind: 'refund', amountCents: 100, state: 'given' }),
        expect.objectContaining({ kind: 'refund', amountCents: 100, state: 'failed' }),
        expect.objectContaining({ kind: 'dispute', state: 'open', amountCents: 500 }),
        expect.objectContaining({ kind: 'dispute', state: 'won', amountCents: 500 }),
      ]),
    )
  })

  test('are rejected without the secret, and when too old', async () => {
    const fields = {
      event_id: 'E1',
      order_id: 'o',
      merchant_id: stand.merchantId,
      status: 'closed',
      timestamp: '1800000000',
    }
    const read = (secret: string, nowMs: number) => {
      const message = signed('notification', new Map(Object.entries(fields)), [secret])
      const body = Buffer.from(new URLSearchParams([...message]).toString())
      return provider.readNotification({ body, signature: '', nowMs })
    }
    const nowMs = 1_800_000_000_000
    expect(await read(stand.secret, nowMs)).toHaveLength(1)
    const refused = { reason: 'SIGNATURE_INVALID' }
    await expect(read('another', nowMs)).rejects.toMatchObject(refused)
    await expect(read(stand.secret, nowMs + 301_000)).rejects.toMatchObject(refused)
  })
})

describe('a status that cannot be trusted', () => {
  let server: ScriptedServer
  afterEach(() => server.close())

  /** Answers a status query with fields that `change` makes of the right ones. */
  const answering =
    (change: Record<string, string>, secret = stand.secret, status = 200): RequestListener =>
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
        response.writeHead(status, status === 302 ? { location: stand.apiUrl } : {})
        response.end(new URLSearchParams([...answer]).toString())
      })
    }

  const ask = async (answer: RequestListener, timeoutMs?: number) => {
    server = await startScriptedServer(answer)
    return providerAt(server.url, timeoutMs).readCheckout('order-1')
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
    ['an error', () => answering({}, stand.secret, 500)],
    ['a redirect', () => answering({}, stand.secret, 302)],
    ['an oversized answer', () => answering({ filler: 'a'.repeat(20_000) })],
    [
      'a truncated answer',
      () => (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('a'),
    ],
    ['no answer', () => () => {}],
    ['no connection', () => (request) => void request.socket.destroy()],
  ])('%s', async (_what, answer) => {
    await expect(ask(answer(), 200)).rejects.toMatchObject({ reason: 'PAYMENTS_UNAVAILABLE' })
  })
})
