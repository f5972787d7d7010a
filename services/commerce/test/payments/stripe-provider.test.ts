import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import type { CheckoutOrder, PaymentNotice, PaymentProvider } from '../../src/payments/payment-provider.js'
import { openStripe, STRIPE_KEY, type StripeWorld } from '../support/providers.js'
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.js'
import { newOrder } from '../support/stripe-orders.js'

let world: StripeWorld
// What stands where Stripe should be, in some of the tests.
let server: ScriptedServer

beforeAll(async () => void (world = await openStripe()))
afterEach(() => server?.close())
afterAll(() => world.close())

const refusalOf = (answer: Promise<unknown>): Promise<KlaError> =>
  answer.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error as KlaError,
  )

describe('a checkout', () => {
  test('is not requested with an id that is not Stripe’s', async () => {
    server = await startScriptedServer((_request, response) => response.writeHead(500).end())
    for (const name of ['', 'pi_1', '../refunds', 'cs_1/../../refunds', 'cs_1?expand[]=customer']) {
      expect(await world.at(server.url).readCheckout(name)).toBeUndefined()
    }
    expect(server.requests).toEqual([])
  })

  test('reports an e-mail address that Stripe rejects', async () => {
    const refusal = await refusalOf(world.provider.openCheckout(newOrder({ email: 'nobody' })))
    expect(refusal).toMatchObject({ reason: 'RECEIPT_EMAIL_INVALID' })
  })
})

describe('notifications', () => {
  test('report a delayed payment in two steps', async () => {
    const order = newOrder()
    await world.pay(order, '000123456789')
    expect(await noticesOf(order, 'unpaid')).toHaveLength(1)
    await arrival(order, 'paid')
    const failing = newOrder()
    await world.pay(failing, '000222222227')
    await arrival(failing, 'cancelled')
  })

  const noticesOf = async (order: CheckoutOrder, of: PaymentNotice['kind']): Promise<PaymentNotice[]> =>
    (await world.noticesOf(order)).filter(({ kind }) => kind === of)

  async function arrival(order: CheckoutOrder, kind: PaymentNotice['kind']): Promise<void> {
    const until = Date.now() + 5_000
    while ((await noticesOf(order, kind)).length === 0) {
      if (Date.now() > until) throw new Error(`${kind} did not come`)
      await new Promise(setImmediate)
    }
  }
})

describe('when Stripe does not respond', () => {
  const refusal = async (work: (at: PaymentProvider) => Promise<unknown> = (at) => at.openCheckout(newOrder())) =>
    refusalOf(work(world.at(server.url, 200)))

  test.each([
    ['with a fault', 500, { error: { type: 'api_error', message: `robin@players.example ${STRIPE_KEY}` } }],
    ['with a refusal of our key', 401, { error: { type: 'invalid_request_error', message: STRIPE_KEY } }],
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
    expect(inspect(error, { depth: 10 })).not.toMatch(new RegExp(`${STRIPE_KEY}|players\\.example`))
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
    expect(await world.at(server.url).openCheckout(order)).toEqual({ sessionId: session.id, url: session.url })
    expect(server.requests.map((headers) => headers['idempotency-key'])).toEqual([order.orderId, order.orderId])
    expect(server.requests[0]).toMatchObject({ 'stripe-version': '2026-10-28.endive' })
  })
})
