import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import Stripe from 'stripe'
import { NO_FAULTS } from '../../src/stand-ins/payments/deliveries.js'
import { startStripeStandIn, type StripeStandIn } from '../../src/stand-ins/stripe/index.js'
import { type Inbox, openInbox } from './inbox.js'

const PAID = '4242 4242 4242 4242'
const DECLINED = '4000000000000002'
const SUCCESS = 'http://localhost:8080/settings?session_id={CHECKOUT_SESSION_ID}'

const LINE = (unitCents: number, quantity: number): Stripe.Checkout.SessionCreateParams.LineItem => ({
  quantity,
  price_data: { currency: 'usd', unit_amount: unitCents, product_data: { name: 'Saves <b>' } },
})

const ORDER: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    LINE(299, 2),
    { quantity: 1, price_data: { currency: 'usd', unit_amount: 249, product_data: { name: 'Cards' } } },
  ],
  client_reference_id: 'order-1',
  metadata: { order_id: 'order-1' },
  payment_intent_data: { metadata: { order_id: 'order-1' } },
  customer_email: 'robin@players.example',
  success_url: SUCCESS,
  cancel_url: 'http://localhost:8080/shop',
}

// What chance says: one number for each notification that is shuffled.
const rolls: number[] = []

let stand: StripeStandIn
let inbox: Inbox
let stripe: Stripe

beforeAll(async () => {
  inbox = await openInbox()
  stand = await startStripeStandIn({
    port: 0,
    notificationUrl: inbox.url,
    retry: { firstMs: 5, maxMs: 20 },
    lateMs: 20,
    random: () => rolls.shift() ?? 0,
  })
  const { secretKey, port } = stand
  stripe = new Stripe(secretKey, { protocol: 'http', host: '127.0.0.1', port, telemetry: false, maxNetworkRetries: 0 })
})
afterAll(async () => {
  await stand.close()
  await inbox.close()
})
beforeEach(() => inbox.empty())
afterEach(async () => {
  stand.deliveries.setFaults(NO_FAULTS)
  await stand.deliveries.idle()
})

const open = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({ ...ORDER, ...changes })

const refusalOf = (answer: Promise<unknown>): Promise<Stripe.StripeRawError> =>
  answer.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error as Stripe.StripeRawError,
  )

const JSON_HEADERS = { 'content-type': 'application/json' }

const payAs = (kind: 'json' | 'form', url: string, card: string): Promise<Response> =>
  fetch(`${url}/pay`, {
    method: 'POST',
    redirect: 'manual',
    ...(kind === 'json'
      ? { headers: JSON_HEADERS, body: JSON.stringify({ card }) }
      : { body: new URLSearchParams({ card }) }),
  })

const pay = (session: Stripe.Checkout.Session, card: string, kind: 'json' | 'form' = 'json') =>
  payAs(kind, session.url ?? '', card)

/** What came so far, each checked as Stripe's own package checks it. */
const events = (): Stripe.Event[] =>
  inbox.letters.map(({ body, headers }) =>
    stripe.webhooks.constructEvent(body, headers['stripe-signature'] as string, stand.webhookSecret),
  )
const typesOf = (list: readonly Stripe.Event[]): string[] => list.map(({ type }) => type).sort()

async function paidSession(card = PAID): Promise<Stripe.Checkout.Session> {
  const session = await open()
  await pay(session, card)
  return stripe.checkout.sessions.retrieve(session.id)
}

const control = (path: string, body: unknown): Promise<Response> =>
  fetch(`${stand.url}/control/${path}`, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) })

describe('the API', () => {
  test('opens a session with its total, its references and a page', async () => {
    const session = await open()
    expect(session).toMatchObject({ object: 'checkout.session', status: 'open', payment_status: 'unpaid' })
    expect(session).toMatchObject({ amount_total: 847, currency: 'usd', client_reference_id: 'order-1' })
    expect(session.metadata).toEqual({ order_id: 'order-1' })
    expect(session.id).toMatch(/^cs_test_\w{58}$/)
    expect(session.url).toBe(`${stand.url}/c/pay/${session.id}`)
    expect(session.expires_at - session.created).toBe(86_400)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ id: session.id, status: 'open' })
  })

  test('returns the same session for a repeated idempotency key and refuses another order under it', async () => {
    const options = { idempotencyKey: 'key-1' }
    const [first, second] = await Promise.all([1, 2].map(() => stripe.checkout.sessions.create(ORDER, options)))
    expect(second!.id).toBe(first!.id)
    const other = stripe.checkout.sessions.create({ ...ORDER, client_reference_id: 'order-2' }, options)
    expect(await refusalOf(other)).toMatchObject({ rawType: 'idempotency_error', statusCode: 400 })
  })

  test('accepts a corrected request under the same key after a refusal', async () => {
    const options = { idempotencyKey: 'key-2' }
    const wrong = stripe.checkout.sessions.create({ ...ORDER, customer_email: 'nobody' }, options)
    expect(await refusalOf(wrong)).toMatchObject({ param: 'customer_email', code: 'email_invalid' })
    expect((await stripe.checkout.sessions.create(ORDER, options)).status).toBe('open')
  })

  test.each([
    ['no lines', { line_items: [] }, 'line_items'],
    ['another mode', { mode: 'setup' as const }, 'mode'],
    ['no way back', { success_url: 'nowhere' }, 'success_url'],
    ['less than a charge may be', { line_items: [LINE(49, 1)] }, 'line_items'],
    ['a quantity of none', { line_items: [LINE(299, 0)] }, 'line_items[0][quantity]'],
    ['parts of a cent', { line_items: [LINE(2.5, 1)] }, 'line_items[0][price_data][unit_amount]'],
    ['an expiry too soon', { expires_at: Math.floor(Date.now() / 1_000) + 60 }, 'expires_at'],
  ])('refuses %s', async (_what, changes, param) => {
    expect(await refusalOf(open(changes))).toMatchObject({ statusCode: 400, param })
  })

  test('refuses a wrong API key, an unknown session and an unknown path', async () => {
    const stranger = new Stripe('sk_test_other', { protocol: 'http', host: '127.0.0.1', port: stand.port })
    expect(await refusalOf(stranger.checkout.sessions.retrieve('cs_test_1'))).toMatchObject({ statusCode: 401 })
    const unknown = stripe.checkout.sessions.retrieve('cs_test_1')
    expect(await refusalOf(unknown)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    expect(await refusalOf(stripe.customers.create())).toMatchObject({ statusCode: 404 })
  })
})

describe('the payment page', () => {
  test('shows the item, the total and a card field, all escaped', async () => {
    const { url } = await open()
    const html = await (await fetch(url ?? '')).text()
    expect(html).toContain('Local stand-in for Stripe')
    expect(html).toContain('Saves &lt;b&gt;<small>2 × $2.99</small>')
    expect(html).toContain('<h1>Pay $8.47</h1>')
    expect(html).toMatch(/<input id="card" name="card"/)
    expect(html).toContain('<a class="quiet" href="http://localhost:8080/shop">Cancel</a>')
  })

  test("returns a browser that has paid with the session's name", async () => {
    const session = await open()
    const response = await pay(session, PAID, 'form')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(SUCCESS.replace('{CHECKOUT_SESSION_ID}', session.id))
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: expect.stringMatching(/^pi_/),
    })
  })

  test('shows why the card was declined and accepts another try', async () => {
    const session = await open()
    const response = await pay(session, DECLINED, 'form')
    expect(response.status).toBe(402)
    expect(await response.text()).toContain('role="alert">Your card was declined. Try another card.')
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid')
    expect((await fetch(`${session.url}/pay`)).url).toBe(session.url)
    expect((await pay(session, PAID, 'form')).status).toBe(303)
  })

  test.each([
    [DECLINED, 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
    ['5555555555554444', 'test_mode_live_card'],
    ['4242424242424241', undefined],
    ['', undefined],
  ])('answers a client without a browser with the outcome of the card %p', async (card, code) => {
    const response = await pay(await open(), card)
    expect(response.status).toBe(402)
    expect(((await response.json()) as { error: Stripe.StripeRawError }).error.decline_code).toBe(code)
  })

  test('answers JSON to a client that accepts only JSON', async () => {
    const session = await open()
    const headers = { accept: 'application/json' }
    const response = await fetch(`${session.url}/pay`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ card: PAID }),
    })
    expect(await response.json()).toMatchObject({ id: session.id, payment_status: 'paid' })
  })

  test('charges once, however often the button is pressed', async () => {
    const session = await open()
    const statuses = await Promise.all([1, 2, 3].map(async () => (await pay(session, PAID, 'form')).status))
    expect(statuses).toEqual([303, 303, 303])
    await stand.deliveries.idle()
    expect(typesOf(events())).toEqual(['charge.succeeded', 'checkout.session.completed', 'payment_intent.succeeded'])
  })

  test('charges nothing for an expired or unknown checkout', async () => {
    const session = await open()
    await stand.expire(session.id)
    expect((await pay(session, PAID)).status).toBe(410)
    expect((await fetch(session.url ?? '')).status).toBe(410)
    expect((await payAs('form', `${stand.url}/c/pay/cs_test_1`, PAID)).status).toBe(404)
    await stand.deliveries.idle()
    expect(events()).toMatchObject([{ type: 'checkout.session.expired', data: { object: { status: 'expired' } } }])
  })
})

describe('a webhook event', () => {
  test('reports a payment with the order on session, payment and charge', async () => {
    const session = await paidSession()
    await stand.deliveries.idle()
    for (const event of events()) {
      expect(event).toMatchObject({
        object: 'event',
        livemode: false,
        data: { object: { metadata: { order_id: 'order-1' } } },
      })
    }
    const completed = events().find(({ type }) => type === 'checkout.session.completed')
    expect(completed?.data.object).toEqual(session)
  })

  test('is repeated with the same id until it is accepted', async () => {
    stand.deliveries.setFaults({ lose: ['charge.succeeded', 'payment_intent.succeeded'] })
    inbox.answerWith(500, 404, 302)
    await paidSession()
    await stand.deliveries.idle()
    expect(new Set(events().map(({ id }) => id)).size).toBe(1)
    expect(stand.deliveries.list().at(-1)).toMatchObject({ statuses: [500, 404, 302, 200], state: 'delivered' })
  })

  test('reports refunds with the running total, up to the amount paid', async () => {
    const session = await paidSession()
    await stand.deliveries.idle()
    inbox.empty()
    await stripe.refunds.create({ payment_intent: session.payment_intent as string, amount: 100 })
    await stand.refund(session.id)
    expect(await refusalOf(stripe.refunds.create({ payment_intent: session.payment_intent as string }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    await stand.deliveries.idle()
    const refunded = events().filter((event) => event.type === 'charge.refunded')
    const sums = refunded.map(({ data }) => [data.object.amount_refunded, data.object.refunded])
    expect(sums.sort()).toEqual([
      [100, false],
      [847, true],
    ])
  })

  test('reports that a refund has failed at the bank, and a smaller total with it', async () => {
    const session = await paidSession()
    await stand.refund(session.id, 100)
    await stand.refund(session.id)
    await stand.deliveries.idle()
    inbox.empty()
    await stand.failRefund(session.id)
    await stand.deliveries.idle()
    expect(typesOf(events())).toEqual(['charge.refund.updated', 'charge.updated', 'refund.failed', 'refund.updated'])
    for (const { type, data } of events()) {
      const object = type === 'charge.updated' ? { amount_refunded: 100 } : { amount: 747, status: 'failed' }
      expect(data.object).toMatchObject(object)
    }
    await stand.failRefund(session.id)
    await expect(stand.failRefund(session.id)).rejects.toThrow()
  })

  test('reports disputes by the payment alone', async () => {
    const session = await paidSession()
    await stand.dispute(session.id, 'open')
    await stand.dispute(session.id, 'won')
    await stand.deliveries.idle()
    const disputes = events().filter(({ type }) => type.startsWith('charge.dispute.'))
    expect(typesOf(disputes)).toEqual(
      ['created', 'funds_withdrawn', 'closed', 'funds_reinstated'].map((type) => `charge.dispute.${type}`).sort(),
    )
    const closed = disputes.find(({ type }) => type === 'charge.dispute.closed')?.data.object
    expect(closed).toMatchObject({ status: 'won', payment_intent: session.payment_intent, metadata: {} })
  })

  test('reports the dispute of a card that disputes by itself', async () => {
    await paidSession('4000000000000259')
    await waitFor('charge.dispute.created')
  })

  test.each([
    ['000123456789', 'checkout.session.async_payment_succeeded', 'paid'],
    ['000222222227', 'checkout.session.async_payment_failed', 'unpaid'],
  ])('reports a late payment by %p as complete and unpaid first', async (account, type, paymentStatus) => {
    const session = await open()
    expect(await (await pay(session, account)).json()).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    await waitFor(type)
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(paymentStatus)
  })

  async function waitFor(type: string): Promise<void> {
    const until = Date.now() + 5_000
    while (!events().some((event) => event.type === type)) {
      if (Date.now() > until) throw new Error(`${type} did not come`)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
})

describe('the delivery of events', () => {
  test('can duplicate events', async () => {
    await control('faults', { duplicates: 4 })
    await paidSession()
    await stand.deliveries.idle()
    expect(events()).toHaveLength(15)
    expect(new Set(events().map(({ id }) => id)).size).toBe(3)
  })

  test('can reorder events', async () => {
    await control('faults', { shuffleMs: 100 })
    rolls.push(1, 0.5, 0)
    await paidSession()
    await stand.deliveries.idle()
    const types = events().map(({ type }) => type)
    expect(types).toEqual(['checkout.session.completed', 'payment_intent.succeeded', 'charge.succeeded'])
  })

  test('can hold events back until they are requested', async () => {
    await control('faults', { lose: ['*'] })
    await paidSession()
    await stand.deliveries.idle()
    expect(events()).toEqual([])
    const { eventId } = stand.deliveries.list().find(({ state }) => state === 'lost') ?? {}
    expect((await control('redeliver', { eventId })).status).toBe(200)
    expect(events()).toMatchObject([{ id: eventId }])
    expect((await control('redeliver', { eventId: 'evt_none' })).status).toBe(404)
  })

  test('can send the webhook before the redirect or long after it', async () => {
    await control('faults', { beforeRedirect: true, delayMs: 50 })
    await paidSession()
    expect(events()).toHaveLength(3)
    inbox.empty()
    await control('faults', { beforeRedirect: false })
    await paidSession()
    expect(events()).toEqual([])
    await stand.deliveries.idle()
    expect(events()).toHaveLength(3)
  })

  test('rejects unknown settings', async () => {
    for (const faults of [{ duplicate: 1 }, { duplicates: -1 }, { lose: 'all' }, 7]) {
      expect((await control('faults', faults)).status).toBe(400)
    }
    expect(stand.deliveries.faults).toEqual(NO_FAULTS)
  })
})

describe('the control routes', () => {
  test('refund, dispute and expire a session', async () => {
    const session = await paidSession()
    expect(await (await control(`sessions/${session.id}/refund`, { amount: 5 })).json()).toMatchObject({ amount: 5 })
    expect((await control(`sessions/${session.id}/refund`, { amount: 5_000 })).status).toBe(400)
    const dispute = await control(`sessions/${session.id}/dispute`, { state: 'lost' })
    expect(await dispute.json()).toMatchObject({ status: 'lost' })
    expect((await control(`sessions/${session.id}/dispute`, { state: 'odd' })).status).toBe(400)
    const other = await open()
    expect(await (await control(`sessions/${other.id}/expire`, {})).json()).toMatchObject({ status: 'expired' })
  })

  test('refuse forms, which any page could post', async () => {
    const body = new URLSearchParams({ duplicates: '3' })
    expect((await fetch(`${stand.url}/control/faults`, { method: 'POST', body })).status).toBe(403)
  })
})
