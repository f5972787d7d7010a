import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { startStripeStandIn, type StripeStandIn } from '../../../../deploy/local/src/stand-ins/stripe/index.js'
import type { CheckoutOrder, PaymentNotice, PaymentProvider } from '../../src/payments/payment-provider.js'
import { createStripeProvider } from '../../src/payments/stripe.js'
import { type Merchant, openMerchant } from '../support/merchant.js'
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.js'
import { newOrder } from '../support/stripe-orders.js'

const PAID = '4242424242424242'

let stand: StripeStandIn
let merchant: Merchant
let provider: PaymentProvider
// What stands where Stripe should be, in some of the tests.
let server: ScriptedServer

beforeAll(async () => {
  merchant = await openMerchant(() => provider, 'stripe-signature')
  stand = await startStripeStandIn({ port: 0, notificationUrl: merchant.url, retry: { attempts: 1 }, lateMs: 10 })
  provider = providerAt(stand.url)
})
afterAll(async () => {
  await stand.close()
  await merchant.close()
})

afterEach(() => server?.close())

const providerAt = (apiUrl: string, secretKey = stand.secretKey, timeoutMs = 5_000): PaymentProvider =>
  createStripeProvider({ secretKey, webhookSecrets: [stand.webhookSecret], apiUrl, toleranceMs: 300_000, timeoutMs })

const pay = (url: string | undefined, card: string) =>
  fetch(`${url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card }),
  })

async function paid(order: CheckoutOrder = newOrder(), card = PAID): Promise<string> {
  const { sessionId, url } = await provider.openCheckout(order)
  await pay(url, card)
  return sessionId
}

/** What has come about an order; refunds and disputes may name only the payment. */
async function told(order: CheckoutOrder, kind: PaymentNotice['kind']): Promise<PaymentNotice[]> {
  await stand.deliveries.idle()
  const ofOrder = merchant.notices.filter((notice) => notice.order.orderId === order.orderId)
  const payments = new Set(ofOrder.map((notice) => notice.order.paymentId))
  return merchant.notices.filter((notice) => notice.kind === kind && payments.has(notice.order.paymentId))
}

const refusalOf = (answer: Promise<unknown>): Promise<KlaError> =>
  answer.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error as KlaError,
  )

describe('a checkout', () => {
  test('opens on Stripe’s page, once per order', async () => {
    const order = newOrder({ expiresAtMs: Date.now() + 3_600_000 })
    const [first, second] = await Promise.all([provider.openCheckout(order), provider.openCheckout(order)])
    expect(first.sessionId).toMatch(/^cs_test_/)
    expect(second).toEqual(first)
    expect((await provider.openCheckout(newOrder())).sessionId).not.toBe(first.sessionId)
    const html = await (await fetch(first.url ?? '')).text()
    for (const shown of ['Pack of GIF Saves [10x]', '2 × $2.99', 'Wild Card [25x]', 'Pay $8.47']) {
      expect(html).toContain(shown)
    }
  })

  test('returns with its own id', async () => {
    const { sessionId, url } = await provider.openCheckout(newOrder())
    const answer = (await (await pay(url, PAID)).json()) as { url: string }
    expect(answer.url).toBe(`http://localhost:8080/settings?session_id=${sessionId}`)
  })

  test('is read in its current state', async () => {
    const order = newOrder()
    const { sessionId, url } = await provider.openCheckout(order)
    const about = { eventId: '', order: { orderId: order.orderId, sessionId } }
    expect(await provider.readCheckout(sessionId)).toEqual({ ...about, kind: 'unpaid' })
    await pay(url, '4000000000000002')
    expect(await provider.readCheckout(sessionId)).toMatchObject({ ...about, kind: 'unpaid' })
    await pay(url, PAID)
    const notice = await provider.readCheckout(sessionId)
    expect(notice).toMatchObject({ kind: 'paid', amountCents: 847, currency: 'usd', order: about.order })
    const paymentId = expect.stringMatching(/^pi_/)
    expect(notice).toMatchObject({ paymentId, order: { paymentId } })
  })

  test('is cancelled when expired, and unknown when it never was', async () => {
    const { sessionId } = await provider.openCheckout(newOrder())
    await stand.expire(sessionId)
    expect(await provider.readCheckout(sessionId)).toMatchObject({ kind: 'cancelled' })
    expect(await provider.readCheckout('cs_test_none')).toBeUndefined()
  })

  test('is not requested with an id that is not Stripe’s', async () => {
    server = await startScriptedServer((_request, response) => response.writeHead(500).end())
    for (const name of ['', 'pi_1', '../refunds', 'cs_1/../../refunds', 'cs_1?expand[]=customer']) {
      expect(await providerAt(server.url).readCheckout(name)).toBeUndefined()
    }
    expect(server.requests).toEqual([])
  })

  test('reports an e-mail address that Stripe rejects', async () => {
    const refusal = await refusalOf(provider.openCheckout(newOrder({ email: 'nobody' })))
    expect(refusal).toMatchObject({ reason: 'RECEIPT_EMAIL_INVALID' })
  })
})

describe('notifications', () => {
  test('report a payment as a query does', async () => {
    const order = newOrder()
    const sessionId = await paid(order)
    const answer = await provider.readCheckout(sessionId)
    expect(await told(order, 'paid')).toEqual([{ ...answer, eventId: expect.stringMatching(/^evt_/) }])
  })

  test('report a delayed payment in two steps', async () => {
    const order = newOrder()
    await paid(order, '000123456789')
    expect(await told(order, 'unpaid')).toHaveLength(1)
    await arrival(order, 'paid')
    const failing = newOrder()
    await paid(failing, '000222222227')
    await arrival(failing, 'cancelled')
  })

  test('report the total refunded so far', async () => {
    const order = newOrder()
    const sessionId = await paid(order)
    await stand.refund(sessionId, 100)
    await stand.refund(sessionId)
    const refunds = await told(order, 'refunded')
    expect(refunds.map((notice) => notice.kind === 'refunded' && notice.refundedCents).sort()).toEqual([100, 847])
    for (const { order: named } of refunds) expect(named.orderId).toBe(order.orderId)
  })

  test('name the payment of a dispute, and its state', async () => {
    const order = newOrder()
    const sessionId = await paid(order)
    await stand.dispute(sessionId, 'open')
    await stand.dispute(sessionId, 'lost')
    const disputes = await told(order, 'dispute')
    expect(new Set(disputes.map((notice) => notice.kind === 'dispute' && notice.state))).toEqual(
      new Set(['open', 'lost']),
    )
    expect(new Set(disputes.map((notice) => notice.kind === 'dispute' && notice.disputeId)).size).toBe(1)
  })

  async function arrival(order: CheckoutOrder, kind: PaymentNotice['kind']): Promise<void> {
    const until = Date.now() + 5_000
    while ((await told(order, kind)).length === 0) {
      if (Date.now() > until) throw new Error(`${kind} did not come`)
      await new Promise(setImmediate)
    }
  }
})

describe('when Stripe does not respond', () => {
  const refusal = async (work: (at: PaymentProvider) => Promise<unknown> = (at) => at.openCheckout(newOrder())) =>
    refusalOf(work(providerAt(server.url, 'sk_test_very_secret', 200)))

  test.each([
    ['with a fault', 500, { error: { type: 'api_error', message: 'robin@players.example sk_test_very_secret' } }],
    ['with a refusal of our key', 401, { error: { type: 'invalid_request_error', message: 'sk_test_very_secret' } }],
    ['with a limit', 429, { error: { type: 'invalid_request_error', message: 'slow down' } }],
    ['with something else', 200, 'no JSON'],
    ['without a page', 200, { id: 'cs_test_1', object: 'checkout.session', url: null }],
  ])('%s, it is unavailable and reveals nothing of what was sent', async (_how, status, body) => {
    server = await startScriptedServer((_request, response) => {
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    const error = await refusal()
    expect(error).toBeInstanceOf(KlaError)
    expect(error.reason).toBe('PAYMENTS_UNAVAILABLE')
    expect(inspect(error, { depth: 10 })).not.toMatch(/very_secret|players\.example/)
  })

  test('in time, both attempts end', async () => {
    server = await startScriptedServer(() => {})
    expect(await refusal()).toMatchObject({ reason: 'PAYMENTS_UNAVAILABLE' })
    expect(await refusal((at) => at.readCheckout('cs_test_1'))).toMatchObject({ reason: 'PAYMENTS_UNAVAILABLE' })
    expect(server.requests).toHaveLength(4)
  })

  test('because the connection breaks, it retries under the same key and version', async () => {
    const session = { id: 'cs_test_1', object: 'checkout.session', url: 'https://pay.example' }
    server = await startScriptedServer((request, response) => {
      if (server.requests.length === 1) request.socket.destroy()
      else response.end(JSON.stringify(session))
    })
    const order = newOrder()
    expect(await providerAt(server.url).openCheckout(order)).toEqual({ sessionId: session.id, url: session.url })
    expect(server.requests.map((headers) => headers['idempotency-key'])).toEqual([order.orderId, order.orderId])
    expect(server.requests[0]).toMatchObject({ 'stripe-version': '2026-10-28.endive' })
  })
})
