import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import type { PaymentNotice } from '../../src/payments/payment-provider.js'
import { CARDS, openAcquirer, openStripe, type ProviderWorld } from '../support/providers.js'
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.js'
import { newOrder } from '../support/stripe-orders.js'

/** What holds of every provider; what is its own has a test file of its own. */
describe.each<[string, () => Promise<ProviderWorld>, string]>([
  ['Stripe', openStripe, 'cs_test_1'],
  ['the acquirer', openAcquirer, 'order-1'],
])('a checkout of %s', (_name, open, checkout) => {
  let world: ProviderWorld
  let server: ScriptedServer | undefined
  beforeAll(async () => void (world = await open()))
  afterEach(() => server?.close())
  afterAll(() => world.close())

  test('opens once for an order, on a page that lists the goods and the sum', async () => {
    const order = newOrder()
    const [first, second] = await Promise.all([world.provider.openCheckout(order), world.provider.openCheckout(order)])
    expect(second).toEqual(first)
    expect((await world.provider.openCheckout(newOrder())).sessionId).not.toBe(first.sessionId)
    expect(await world.pageOf(order)).toBe(await world.pageOf(order))
    const html = await (await fetch(await world.pageOf(order))).text()
    for (const shown of ['Pack of GIF Saves [10x]', '2 × $2.99', 'Wild Card [25x]', 'Pay $8.47']) {
      expect(html).toContain(shown)
    }
  })

  test('returns with its own id', async () => {
    const order = newOrder()
    const { sessionId } = await world.provider.openCheckout(order)
    expect(await world.pay(order, CARDS.paid)).toBe(`http://localhost:8080/settings?session_id=${sessionId}`)
  })

  test('is read in its current state', async () => {
    const order = newOrder()
    const { sessionId } = await world.provider.openCheckout(order)
    const about = { eventId: '', order: { orderId: order.orderId, sessionId } }
    await world.pageOf(order)
    expect(await world.provider.readCheckout(sessionId)).toEqual({ ...about, kind: 'unpaid' })
    await world.pay(order, CARDS.declined)
    expect(await world.provider.readCheckout(sessionId)).toMatchObject({ ...about, kind: 'unpaid' })
    await world.pay(order, CARDS.paid)
    expect(await world.provider.readCheckout(sessionId)).toMatchObject({
      ...about,
      kind: 'paid',
      amountCents: 847,
      currency: 'usd',
      paymentId: expect.stringMatching(/./),
    })
  })

  test('is cancelled when the player gives up, and unknown when it never was', async () => {
    const order = newOrder()
    const { sessionId } = await world.provider.openCheckout(order)
    await world.abandon(order)
    expect(await world.provider.readCheckout(sessionId)).toMatchObject({ kind: 'cancelled' })
    expect(await world.noticesOf(order)).toMatchObject([{ kind: 'cancelled' }])
    expect(await world.provider.readCheckout('cs_test_none')).toBeUndefined()
  })

  test('is reported as paid as a query answers', async () => {
    const order = newOrder()
    const { sessionId } = await world.provider.openCheckout(order)
    await world.pay(order, CARDS.paid)
    const answer = await world.provider.readCheckout(sessionId)
    const paid = (await world.noticesOf(order)).filter(({ kind }) => kind === 'paid')
    expect(paid).toEqual([{ ...answer, eventId: expect.stringMatching(/./) }])
  })

  test('reports the total refunded so far, and a dispute with its state', async () => {
    const order = newOrder()
    await world.pay(order, CARDS.paid)
    await world.refund(order, 100)
    await world.refund(order, 200)
    await world.dispute(order, 'open')
    await world.dispute(order, 'won')
    const notices = await world.noticesOf(order)
    const of = <Kind extends PaymentNotice['kind']>(kind: Kind) =>
      notices.filter((notice): notice is Extract<PaymentNotice, { kind: Kind }> => notice.kind === kind)
    expect(
      of('refunded')
        .map(({ refundedCents }) => refundedCents)
        .sort(),
    ).toEqual([100, 300])
    expect(new Set(of('dispute').map(({ state }) => state))).toEqual(new Set(['open', 'won']))
    expect(new Set(of('dispute').map(({ disputeId }) => disputeId)).size).toBe(1)
  })

  test.each<[string, Parameters<typeof startScriptedServer>[0]]>([
    ['answers with a fault', (_request, response) => void response.writeHead(500).end('robin@players.example')],
    ['refuses our key', (_request, response) => void response.writeHead(401).end('{"error":{"message":"secret"}}')],
    ['breaks the connection', (request) => void request.socket.destroy()],
    ['answers nothing', () => undefined],
  ])('is unavailable when its provider %s, and the refusal reveals nothing of what was sent', async (_how, answer) => {
    server = await startScriptedServer(answer)
    const error = await world
      .at(server.url, 200)
      .readCheckout(checkout)
      .catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(KlaError)
    expect(error).toMatchObject({ reason: 'PAYMENTS_UNAVAILABLE' })
    expect(inspect(error, { depth: 10 })).not.toMatch(/secret|players\.example/)
  })
})
