import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type AcquirerStandIn, startAcquirerStandIn } from '../../src/stand-ins/acquirer/index.js'
import { readMessage, writeMessage } from '../../src/stand-ins/acquirer/orders.js'
import { NO_FAULTS } from '../../src/stand-ins/payments/deliveries.js'
import { type Inbox, openInbox } from './inbox.js'

const SECRET = 'of-the-test'
const PAID = '4242424242424242'
const EMAIL = 'payer@example.org'
const DECLINED = '4000000000000002'

let stand: AcquirerStandIn
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox()
  const retry = { firstMs: 5, maxMs: 20 }
  stand = await startAcquirerStandIn({ port: 0, secret: SECRET, notificationUrl: inbox.url, retry, lateMs: 20 })
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

const orderOf = (orderId: string) => ({
  merchant_id: stand.merchantId,
  order_id: orderId,
  amount: '847',
  currency: 'USD',
  item_1_name: 'Saves <b>',
  item_1_amount: '299',
  item_1_quantity: '2',
  item_2_name: 'Cards',
  item_2_amount: '249',
  item_2_quantity: '1',
  return_url: `http://localhost:8080/settings?session_id=${orderId}`,
  cancel_url: 'http://localhost:8080/shop',
})

const fieldsOf = (record: Record<string, string>) => new Map(Object.entries(record))

const postForm = (url: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const send = (order: Record<string, string>, secret = SECRET) =>
  postForm(stand.payUrl, writeMessage('payment', fieldsOf(order), secret))

/** The page of a new order. */
async function open(orderId: string = randomUUID(), more: Record<string, string> = {}) {
  const response = await send({ ...orderOf(orderId), ...more })
  expect(response.status).toBe(303)
  return { orderId, page: new URL(response.headers.get('location') ?? '', stand.url).href }
}

const pay = (page: string, card: string, headers: Record<string, string> = {}) =>
  postForm(`${page}/pay`, new URLSearchParams({ email: EMAIL, card }), headers)

async function paidOrder(card = PAID): Promise<string> {
  const { orderId, page } = await open()
  await pay(page, card)
  return orderId
}

/** What came so far, each checked. */
const notifications = (): Record<string, string>[] =>
  inbox.letters.map(({ body }) => {
    const fields = readMessage('notification', new URLSearchParams(body), SECRET)
    if (!fields) throw new Error('a notification is not signed')
    return Object.fromEntries(fields)
  })

async function statusOf(orderId: string): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const question = { merchant_id: stand.merchantId, order_id: orderId, nonce: 'n1', timestamp }
  const response = await postForm(`${stand.apiUrl}/status`, writeMessage('status-request', fieldsOf(question), SECRET))
  const answer = readMessage('status-answer', new URLSearchParams(await response.text()), SECRET)
  return Object.fromEntries(answer ?? [])
}

const control = (path: string, body: unknown = {}) =>
  fetch(`${stand.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('acquirer messages', () => {
  test('signs messages as their description says', () => {
    const message = new URLSearchParams(writeMessage('payment', new Map([['name', 'A B'], ['id', '7']]), 's3cret')) // oxfmt-ignore
    expect(message.get('signature')).toBe(
      createHmac('sha256', 's3cret').update('payment\nid=7&name=A%20B').digest('hex'),
    )
  })
})

describe('the payment form', () => {
  test('opens a page with the item, the total and a card field', async () => {
    const html = await (await fetch((await open()).page)).text()
    expect(html).toContain('Local stand-in for an acquirer')
    expect(html).toContain('Saves &lt;b&gt;<small>2 × $2.99</small>')
    expect(html).toContain('<h1>Pay $8.47</h1>')
    expect(html).toMatch(/<input id="card" name="card"/)
  })

  test('opens the same page when posted again, and is refused for another amount', async () => {
    const { orderId, page } = await open()
    expect((await open(orderId)).page).toBe(page)
    const dearer = { ...orderOf(orderId), amount: '1146', item_1_quantity: '3' }
    expect((await send(dearer)).status).toBe(409)
  })

  test('is refused when it is forged, altered, ambiguous or meant for another purpose', async () => {
    const order = orderOf(randomUUID())
    const signed = writeMessage('payment', fieldsOf(order), SECRET)
    expect((await send(order, 'another')).status).toBe(403)
    for (const body of [
      signed.replace('amount=847', 'amount=1'),
      `${signed}&amount=847`,
      writeMessage('notification', fieldsOf(order), SECRET),
    ]) {
      expect((await postForm(stand.payUrl, body)).status).toBe(403)
    }
  })

  test('is refused when a field is invalid', async () => {
    for (const [field, value] of [
      ['amount', '846'],
      ['currency', 'usd'],
      ['return_url', 'x'],
      ['expires_at', 'soon'],
    ]) {
      expect((await send({ ...orderOf(randomUUID()), [field!]: value! })).status).toBe(400)
    }
  })
})

describe('the payment page', () => {
  test('returns a paying browser to the shop and notifies the merchant', async () => {
    const { orderId, page } = await open()
    const response = await pay(page, PAID)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(orderOf(orderId).return_url)
    await stand.deliveries.idle()
    expect(notifications()).toEqual([
      expect.objectContaining({ order_id: orderId, status: 'approved', amount: '847', currency: 'USD' }),
    ])
    expect(await statusOf(orderId)).toMatchObject({ order_id: orderId, nonce: 'n1', status: 'approved', amount: '847' })
  })

  test('requires an e-mail address for the receipt when the form has none', async () => {
    const { orderId, page } = await open()
    expect(await (await fetch(page)).text()).toMatch(/<input id="email" name="email" type="email" required/)
    for (const email of ['', '  ']) {
      const response = await postForm(`${page}/pay`, new URLSearchParams({ email, card: PAID }))
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('role="alert">Enter an email for the receipt.')
    }
    expect(await statusOf(orderId)).toMatchObject({ status: 'open' })
    expect(await (await pay(page, DECLINED)).text()).toContain(`value="${EMAIL}"`)
    expect((await pay(page, PAID)).status).toBe(303)
  })

  test('does not ask for an e-mail address that the form has', async () => {
    const { page } = await open(randomUUID(), { customer_email: 'merchant-knows@example.org' })
    expect(await (await fetch(page)).text()).not.toContain('name="email"')
    expect((await postForm(`${page}/pay`, new URLSearchParams({ card: PAID }))).status).toBe(303)
  })

  test('shows why a card was declined and accepts another one', async () => {
    const { orderId, page } = await open()
    const response = await pay(page, DECLINED)
    expect(response.status).toBe(402)
    expect(await response.text()).toContain('role="alert">Your card was declined. Try another card.')
    expect(await statusOf(orderId)).toMatchObject({ status: 'declined' })
    expect((await fetch(`${page}/pay`)).url).toBe(page)
    expect(await (await pay(page, PAID, { accept: 'application/json' })).json()).toMatchObject({ status: 'approved' })
  })

  test('charges once', async () => {
    const { page } = await open()
    const statuses = await Promise.all([1, 2, 3].map(async () => (await pay(page, PAID)).status))
    expect(statuses).toEqual([303, 303, 303])
    await stand.deliveries.idle()
    expect(notifications()).toHaveLength(1)
  })

  test('closes an order after too many cards or when the buyer cancels', async () => {
    const first = await open()
    for (let attempt = 1; attempt <= 5; attempt += 1) await pay(first.page, DECLINED)
    expect((await pay(first.page, PAID)).status).toBe(410)
    const second = await open()
    const response = await postForm(`${second.page}/cancel`, '')
    expect(response.headers.get('location')).toBe('http://localhost:8080/shop')
    for (const { orderId } of [first, second]) expect(await statusOf(orderId)).toMatchObject({ status: 'closed' })
    await stand.deliveries.idle()
    expect(notifications().filter(({ status }) => status === 'closed')).toHaveLength(2)
  })
})

describe('the merchant API', () => {
  test('repeats a notification with the same event id until it is accepted', async () => {
    inbox.answerWith(500, 503)
    await paidOrder()
    await stand.deliveries.idle()
    expect(notifications()).toHaveLength(3)
    expect(new Set(notifications().map(({ event_id }) => event_id)).size).toBe(1)
  })

  test('reports refunds with the running total, up to the amount paid', async () => {
    const orderId = await paidOrder()
    await stand.refund(orderId, 100)
    await stand.refund(orderId)
    await expect(stand.refund(orderId)).rejects.toThrow()
    expect((await control(`orders/${orderId}/refund`, { amount: 1 })).status).toBe(400)
    await stand.deliveries.idle()
    const sums = notifications().filter(({ status }) => status === 'refunded')
    expect(sums.map(({ refunded_amount }) => refunded_amount).sort()).toEqual(['100', '847'])
    expect(await statusOf(orderId)).toMatchObject({ status: 'approved' })
  })

  test('reports a refund that failed at the bank by its name, with the smaller total', async () => {
    const orderId = await paidOrder()
    await stand.refund(orderId, 100)
    expect((await control(`orders/${orderId}/refund_failed`)).status).toBe(200)
    await expect(stand.failRefund(orderId)).rejects.toThrow()
    await stand.deliveries.idle()
    const refunds = notifications().filter(({ refund_id }) => refund_id !== undefined)
    expect(refunds.map(({ status, refunded_amount }) => [status, refunded_amount]).sort()).toEqual([
      ['refund_failed', '0'],
      ['refunded', '100'],
    ])
    expect(new Set(refunds.map(({ refund_id, refund_amount }) => `${refund_id} ${refund_amount}`)).size).toBe(1)
  })

  test('reports chargebacks and their reversal under one id', async () => {
    const orderId = await paidOrder()
    await stand.chargeBack(orderId, 'chargeback')
    expect((await control(`orders/${orderId}/chargeback_reversed`)).status).toBe(200)
    await stand.deliveries.idle()
    const chargebacks = notifications().filter(({ chargeback_id }) => chargeback_id !== undefined)
    expect(chargebacks.map(({ status }) => status).sort()).toEqual(['chargeback', 'chargeback_reversed'])
    expect(new Set(chargebacks.map(({ chargeback_id }) => chargeback_id)).size).toBe(1)
  })

  test.each([
    ['4000000000000259', ['approved', 'chargeback']],
    ['000123456789', ['pending', 'approved']],
    ['000222222227', ['pending', 'closed']],
  ])('reports the later events of %p', async (card, expected) => {
    await paidOrder(card)
    const until = Date.now() + 5_000
    while (notifications().length < expected.length && Date.now() < until) await new Promise(setImmediate)
    expect(notifications().map(({ status }) => status)).toEqual(expected)
  })

  test('reports an unknown order as unknown and refuses old and forged status requests', async () => {
    expect(await statusOf('never')).toMatchObject({ order_id: 'never', status: 'unknown' })
    const old = { merchant_id: stand.merchantId, order_id: 'x', nonce: 'n', timestamp: '1700000000' }
    for (const [fields, secret] of [
      [old, SECRET],
      [{ ...old, timestamp: String(Math.floor(Date.now() / 1_000)) }, 'another'],
    ] as const) {
      const body = writeMessage('status-request', fieldsOf(fields), secret)
      expect((await postForm(`${stand.apiUrl}/status`, body)).status).toBe(403)
    }
  })
})
