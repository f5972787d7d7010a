import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { PaymentProvider } from '../../src/payments/payment-provider.js'
import { createStripeClient, createStripeProvider, sessionParameters } from '../../src/payments/stripe.js'
import { findStripeMock, startStripeMock, type StripeMock } from '../support/stripe-mock.js'
import { newOrder } from '../support/stripe-orders.js'

const program = await findStripeMock()
const where = program === undefined ? describe.skip : describe

where("Stripe's own mock", () => {
  let mock: StripeMock
  let provider: PaymentProvider
  const secretKey = 'sk_test_123'

  beforeAll(async () => {
    mock = await startStripeMock(program ?? '')
    const webhookSecrets = ['whsec_unused']
    provider = createStripeProvider({
      secretKey,
      webhookSecrets,
      apiUrl: mock.url,
      toleranceMs: 300_000,
      timeoutMs: 10_000,
    })
  })
  afterAll(() => mock?.close())

  test('accepts the parameters of a full order', async () => {
    const order = newOrder({ expiresAtMs: Date.now() + 3_600_000 })
    const opened = await provider.openCheckout(order)
    expect(opened).toEqual({ sessionId: expect.stringMatching(/^cs_/), url: expect.stringMatching(/^https:/) })
  })

  test('accepts the retrieval of a checkout, and its answer is understood', async () => {
    const { sessionId } = await provider.openCheckout(newOrder())
    const notice = await provider.readCheckout(sessionId)
    expect(notice).toMatchObject({ eventId: '', order: { sessionId } })
    expect(['paid', 'unpaid', 'cancelled']).toContain(notice?.kind)
  })

  test('rejects what its description does not have', async () => {
    const stripe = createStripeClient({ secretKey, apiUrl: mock.url, timeoutMs: 10_000 })
    const wrong = { ...sessionParameters(newOrder()), total: 847 }
    await expect(stripe.checkout.sessions.create(wrong)).rejects.toMatchObject({ statusCode: 400 })
    const { line_items: lines = [], ...order } = sessionParameters(newOrder())
    const uncounted = { ...order, line_items: lines.map((line) => ({ ...line, quantity: 'two' as never })) }
    await expect(stripe.checkout.sessions.create(uncounted)).rejects.toMatchObject({ statusCode: 400 })
  })
})
