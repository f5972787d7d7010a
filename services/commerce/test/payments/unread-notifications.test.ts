import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLogger, newId } from '@kla/chassis'
import { OrderStatus } from '@kla/proto'
import { eventually, refusalOf } from '@kla/testkit'
import { configuredProviders } from '../../src/payments/index.js'
import { createForgetUnread } from '../../src/payments/timers.js'
import { createUnreadStore, type UnreadStore } from '../../src/payments/unread-store.js'
import { type Client, createShop, type Shop } from '../support/shop.js'
import {
  ACCOUNTS,
  signedByAcquirer,
  signedByStripe,
  type SignedNotification,
  stripeEvent,
  stripeSays,
} from '../support/signed-notifications.js'

const COMMAND = fileURLToPath(new URL('../../dist/unread-notifications.js', import.meta.url))
const PERSON = 'robin@players.example'

describe('a signed notification that cannot be read', () => {
  let shop: Shop
  let client: Client
  let unread: UnreadStore
  let metrics = ''
  const logged: string[] = []

  beforeAll(async () => {
    shop = await createShop()
    unread = createUnreadStore(shop.database)
    const pod = await shop.pod({
      providers: configuredProviders({ ...ACCOUNTS, webhookToleranceMs: 300_000 }),
      log: createLogger({
        service: 'commerce',
        level: 'error',
        destination: { write: (line) => void logged.push(line) },
      }),
    })
    client = pod.client
    metrics = `http://127.0.0.1:${pod.service.ports.health}/metrics`
  })
  afterAll(() => shop.close())

  async function metric(name: string, labels = ''): Promise<number> {
    const text = await (await fetch(metrics)).text()
    const line = text.split('\n').find((one) => one.startsWith(name) && one.includes(labels))
    return Number(line?.split(' ').at(-1))
  }

  const charge = (orderId: string, change: object) => ({
    id: 'ch_1',
    object: 'charge',
    payment_intent: `pi_${orderId}`,
    metadata: { order_id: orderId },
    currency: 'usd',
    amount_refunded: 299,
    billing_details: { email: PERSON, name: 'Robin' },
    receipt_email: PERSON,
    ...change,
  })

  const CASES: readonly (readonly [string, (orderId: string) => SignedNotification])[] = [
    ['invalid JSON', () => signedByStripe(`no JSON ${PERSON} ${newId()}`)],
    ['no object', () => stripeEvent('charge.refunded', [PERSON])],
    ['an amount in words', (id) => stripeEvent('charge.refunded', charge(id, { amount_refunded: PERSON }))],
    ['an amount out of range', (id) => stripeEvent('charge.refunded', charge(id, { amount_refunded: 1e21 }))],
    ['a NUL byte', (id) => stripeEvent('charge.refunded', charge(id, { payment_intent: 'pi\0' }))],
    ['an unknown event', (id) => stripeEvent('refund.reversed', charge(id, {}))],
    [
      'a state of tomorrow',
      (id) => stripeEvent('refund.updated', charge(id, { id: 're_1', amount: 1, status: 'half' })),
    ],
    ['an unknown status', (id) => signedByAcquirer({ order_id: id, status: 'half', customer_email: PERSON })],
    ['an amount in dollars', (id) => signedByAcquirer({ order_id: id, status: 'refunded', refunded_amount: '2.99' })],
    ['no status', (id) => signedByAcquirer({ order_id: id })],
    ['no event', (id) => signedByAcquirer({ order_id: id, status: 'closed', event_id: '' })],
  ]

  test.each(CASES)('for %s is answered, counted, logged and kept without personal data', async (_what, make) => {
    const { orderId } = await shop.buy(1)
    const notification = make(orderId)
    const outcome = `provider="${notification.provider}",outcome="unreadable"`
    const before = await metric('kla_commerce_notifications_total', outcome)
    const [kept, lines] = [await unread.count(), logged.length]
    for (let at = 0; at < 3; at++) await client.receiveNotification(notification)
    expect(await metric('kla_commerce_notifications_total', outcome)).toBe(before + 3)
    expect(await unread.count()).toBe(kept + 1)
    const newest = (await unread.list()).at(-1)
    expect(newest).toMatchObject({ provider: notification.provider, times: 3 })
    expect(logged).toHaveLength(lines + 3)
    expect(JSON.parse(logged.at(-1) ?? '{}')).toMatchObject({
      msg: 'a signed notification cannot be read and is kept',
      why: newest?.why,
    })
    expect(JSON.stringify(newest) + logged.join('')).not.toMatch(/robin/i)
    expect((await shop.orders(1))[0]).toMatchObject({ id: orderId, status: OrderStatus.OPEN })
  })

  test('is kept if our own tables refuse it', async () => {
    const { says } = await shop.buy(2)
    const kept = await unread.count()
    // PostgreSQL has no room for a zero in a text; the fake provider lets it through.
    const unfit = { ...says.paid(), eventId: 'a\0b' }
    await shop.tell(unfit)
    expect(await unread.count()).toBe(kept + 1)
    expect((await unread.list()).at(-1)).toMatchObject({ why: 'processing' })
  })

  test('is sent again while it cannot be kept', async () => {
    const notification = stripeEvent('refund.reversed', {})
    await shop.database.query('ALTER TABLE unread_notifications RENAME TO away')
    try {
      expect(await refusalOf(client.receiveNotification(notification))).toBe('UNAVAILABLE')
    } finally {
      await shop.database.query('ALTER TABLE away RENAME TO unread_notifications')
    }
    await client.receiveNotification(notification)
  })

  test('leaves the list when a repeat can be read', async () => {
    const { orderId } = await shop.buy(3)
    const id = `evt_${newId()}`
    const said = stripeSays(orderId, 299)
    for (const notification of said.paid()) await client.receiveNotification(notification)
    await client.receiveNotification(
      stripeEvent('charge.refunded', charge(orderId, { amount_refunded: null }), undefined, id),
    )
    const keys = async () => (await unread.list()).map(({ about }) => about['event_id'])
    expect(await keys()).toContain(id)
    await client.receiveNotification(stripeEvent('charge.refunded', charge(orderId, {}), undefined, id))
    expect(await keys()).not.toContain(id)
    expect(await shop.orders(3)).toMatchObject([{ status: OrderStatus.REFUNDED }])
  })

  test('is listed by a command that also marks it as handled', async () => {
    const { url: POSTGRES_URL, schema: POSTGRES_SCHEMA } = shop.tables
    const run = (...options: string[]) => {
      const environment = { ...process.env, POSTGRES_URL, POSTGRES_SCHEMA }
      const { status, stdout } = spawnSync(process.execPath, [COMMAND, ...options], {
        env: environment,
        encoding: 'utf8',
      })
      return {
        status,
        rows: stdout
          .split('\n')
          .filter((line) => line !== '')
          .map((line): { id: number } => JSON.parse(line)),
      }
    }
    const eventId = `evt_${newId()}`
    await client.receiveNotification(stripeEvent('refund.reversed', { id: 're_1', amount: 5 }, undefined, eventId))
    const listed = run()
    expect(listed.status).toBe(0)
    const row = listed.rows.at(-1)
    expect(row).toMatchObject({ event_id: eventId, provider: 'stripe', why: 'kind', 'object.amount': 5, times: 1 })
    expect(run('--done', String(row?.id)).status).toBe(0)
    expect(run().rows.map(({ id }) => id)).not.toContain(row?.id)
    expect(run('--done', '0').status).toBe(1)
    expect(run('--doen').status).toBe(2)
  }, 60_000)

  test('is measured until handled, and deleted after 120 days', async () => {
    await client.receiveNotification(stripeEvent('refund.reversed', {}))
    await eventually(async () => expect(await metric('kla_commerce_unread_notifications')).toBeGreaterThan(0), 20_000)
    const dayMs = 24 * 3_600_000
    await createForgetUnread(unread, () => Date.now() + 119 * dayMs)()
    expect(await unread.count()).toBeGreaterThan(0)
    await createForgetUnread(unread, () => Date.now() + 121 * dayMs)()
    expect(await unread.count()).toBe(0)
  }, 30_000)

  test('is kept only with a valid signature; others are rejected and counted', async () => {
    const before = await metric('kla_commerce_notifications_total', 'provider="stripe",outcome="rejected"')
    const forged = { ...stripeEvent('refund.reversed', {}), signature: 't=1,v1=00' }
    expect(await refusalOf(client.receiveNotification(forged))).toBe('SIGNATURE_INVALID')
    expect(await metric('kla_commerce_notifications_total', 'provider="stripe",outcome="rejected"')).toBe(before + 1)
  })
})
