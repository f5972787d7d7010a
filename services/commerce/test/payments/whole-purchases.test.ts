import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase } from '@kla/chassis'
import { OrderStatus } from '@kla/proto'
import type { PAYMENT_PROVIDERS } from '@kla/proto/web'
import { eventually, quietLogger } from '@kla/testkit'
import { type AcquirerStandIn, startAcquirerStandIn } from '../../../../deploy/local/src/stand-ins/acquirer/index.js'
import { startStripeStandIn, type StripeStandIn } from '../../../../deploy/local/src/stand-ins/stripe/index.js'
import { failingDatabase } from '../support/failing-database.js'
import { openFrontDoor } from '../support/front-door.js'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { type Client, createShop, type Shop } from '../support/shop.js'

const PAID = '4242424242424242'
const DECLINED = '4000000000000002'
/** Each notification five times, in any order. */
const CROWDED = { duplicates: 4, shuffleMs: 120 }
const RETRY = { firstMs: 5, maxMs: 50, attempts: 200 }

/** A purchase by the real adapters at the stand-ins, with notifications over HTTP; every third process is dying. */
describe.each<(typeof PAYMENT_PROVIDERS)[number]>(['stripe', 'acquirer'])('a purchase by %s', (name) => {
  let stripe: StripeStandIn
  let acquirer: AcquirerStandIn
  let shop: Shop
  let client: Client
  let door: Awaited<ReturnType<typeof openFrontDoor>>
  let accounts = 0

  beforeAll(async () => {
    stripe = await startStripeStandIn({ port: 0, retry: RETRY, faults: CROWDED })
    acquirer = await startAcquirerStandIn({ port: 0, retry: RETRY, faults: CROWDED })
    const { merchantId, payUrl, apiUrl } = acquirer
    shop = await createShop({
      paymentProvider: name,
      stripe: { secretKey: stripe.secretKey, webhookSecrets: [stripe.webhookSecret], apiUrl: stripe.url },
      acquirer: { merchantId, secrets: [acquirer.secret], payUrl, apiUrl },
    })
    const { url, schema } = shop.tables
    const database = failingDatabase(createDatabase({ url, schema, log: quietLogger() }), (statement) =>
      statement % 7 === 0 ? 'after' : undefined,
    )
    const real = { providers: undefined }
    client = (await shop.pod(real)).client
    door = await openFrontDoor([client, (await shop.pod(real)).client, (await shop.pod({ ...real, database })).client])
    for (const standIn of [stripe, acquirer]) {
      standIn.deliveries.sendTo(door.url(standIn === stripe ? 'stripe' : 'acquirer'))
    }
  })
  afterAll(() => expectSoundLedger(shop.database))
  afterAll(async () => {
    await stripe.close()
    await acquirer.close()
    await door.close()
    await shop.close()
  })

  const standIn = () => (name === 'stripe' ? stripe : acquirer)
  const settled = () => standIn().deliveries.idle()

  const post = (url: string, fields: readonly (readonly [string, string])[]) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields.map((field) => [...field])), redirect: 'manual' })

  /** Opens a checkout; answers its name and the address of the provider's page. */
  async function open(accountId: number): Promise<{ sessionId: string; page: string }> {
    const as = await shop.as(accountId)
    const lines = [{ itemId: 2, quantity: 1 }]
    const { sessionId, url } = await client.createCheckout({ lines, email: 'a@example.org' }, as)
    if (name === 'stripe') return { sessionId, page: url }
    const { action, fields } = await client.getCheckoutForm({ sessionId }, as)
    const answer = await post(
      action,
      fields.map((field) => [field.name, field.value] as const),
    )
    return { sessionId, page: new URL(answer.headers.get('location') ?? '', action).href }
  }
  /** Types in what the page asks for: the acquirer's for the receipt's e-mail too, as we keep none to send along. */
  const pay = async (page: string, card: string) => {
    const asksForEmail = (await (await fetch(page)).text()).includes('name="email"')
    expect(asksForEmail).toBe(name === 'acquirer')
    return post(`${page}/pay`, [['card', card], ...(asksForEmail ? ([['email', 'a@example.org']] as const) : [])])
  }
  const verify = async (accountId: number, sessionId: string) =>
    client.verifyCheckout({ sessionId }, await shop.as(accountId))
  const statusOf = async (accountId: number) => (await shop.orders(accountId))[0]?.status

  const refund = (sessionId: string, cents: number) => standIn().refund(sessionId, cents)
  const dispute = (sessionId: string, won = false) =>
    name === 'stripe'
      ? stripe.dispute(sessionId, won ? 'won' : 'open')
      : acquirer.chargeBack(sessionId, won ? 'chargeback_reversed' : 'chargeback')

  test('is granted once when notified five times and beside the landing page', async () => {
    const { sessionId, page } = await open(++accounts)
    expect(await verify(accounts, sessionId)).toEqual({ paymentStatus: 'unpaid', amountTotal: 299 })
    await pay(page, PAID)
    const landings = await Promise.all(Array.from({ length: 5 }, () => verify(accounts, sessionId)))
    expect(landings).toEqual(landings.map(() => ({ paymentStatus: 'paid', amountTotal: 299 })))
    await settled()
    expect(await shop.saves(accounts)).toBe(10)
    expect(await statusOf(accounts)).toBe(OrderStatus.PAID)
  })

  test('is granted by the notification if the buyer does not return', async () => {
    const { page } = await open(++accounts)
    await pay(page, PAID)
    await eventually(async () => expect(await shop.saves(accounts)).toBe(10))
  })

  test('is granted by the landing page if no notification arrives', async () => {
    standIn().deliveries.setFaults({ lose: ['*'] })
    const { sessionId, page } = await open(++accounts)
    await pay(page, PAID)
    expect((await verify(accounts, sessionId)).paymentStatus).toBe('paid')
    expect(await shop.saves(accounts)).toBe(10)
    standIn().deliveries.setFaults({ lose: [] })
  })

  test('grants nothing when declined, until another card pays', async () => {
    const { sessionId, page } = await open(++accounts)
    await pay(page, DECLINED)
    await settled()
    expect((await verify(accounts, sessionId)).paymentStatus).toBe('unpaid')
    expect(await shop.saves(accounts)).toBe(0)
    await pay(page, PAID)
    await settled()
    expect(await shop.saves(accounts)).toBe(10)
  })

  test('is refunded in parts, disputed and won, each once', async () => {
    const { sessionId, page } = await open(++accounts)
    await pay(page, PAID)
    await refund(sessionId, 100)
    await settled()
    expect(await shop.saves(accounts)).toBe(7)
    expect(await statusOf(accounts)).toBe(OrderStatus.PARTLY_REFUNDED)
    await dispute(sessionId)
    await settled()
    expect(await shop.saves(accounts)).toBe(0)
    expect(await statusOf(accounts)).toBe(OrderStatus.DISPUTED)
    await dispute(sessionId, true)
    await settled()
    expect(await shop.saves(accounts)).toBe(7)
    expect(await statusOf(accounts)).toBe(OrderStatus.PARTLY_REFUNDED)
  })

  test('is whole again when its refunds fail at the bank, and can be refunded once more', async () => {
    const { sessionId, page } = await open(++accounts)
    await pay(page, PAID)
    await refund(sessionId, 1)
    await refund(sessionId, 298)
    await settled()
    expect(await shop.saves(accounts)).toBe(0)
    expect(await statusOf(accounts)).toBe(OrderStatus.REFUNDED)
    await standIn().failRefund(sessionId)
    await settled()
    expect(await shop.saves(accounts)).toBe(10)
    expect(await statusOf(accounts)).toBe(OrderStatus.PARTLY_REFUNDED)
    await standIn().failRefund(sessionId)
    await settled()
    expect(await statusOf(accounts)).toBe(OrderStatus.PAID)
    await refund(sessionId, 299)
    await settled()
    expect(await shop.saves(accounts)).toBe(0)
    expect(await statusOf(accounts)).toBe(OrderStatus.REFUNDED)
  })
})
