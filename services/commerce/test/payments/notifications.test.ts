import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, newId } from '@kla/chassis'
import { HoldOutcome, Item, OrderStatus } from '@kla/proto'
import { quietLogger, refusalOf } from '@kla/testkit'
import { failingDatabase } from '../support/failing-database.js'
import { notification } from '../support/fake-provider.js'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { noticesOf } from '../support/notices.js'
import { createShop, type Shop } from '../support/shop.js'

describe('a notification', () => {
  let shop: Shop
  let accounts = 0
  beforeAll(async () => {
    shop = await createShop()
  })
  afterAll(() => expectSoundLedger(shop.database))
  afterAll(() => shop.close())

  const spend = async (accountId: number, count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const key = newId()
      await shop.client.holdItem({ key, item: Item.GIF_SAVES }, await shop.as(accountId))
      await shop.client.settleHold({ key, outcome: HoldOutcome.COMMIT })
    }
  }

  test('is rejected when forged, or from an unknown provider', async () => {
    const { says } = await shop.buy(++accounts)
    expect(await refusalOf(shop.client.receiveNotification(notification([says.paid()], 'stripe', 'forged')))).toBe(
      'SIGNATURE_INVALID',
    )
    const unknown = { ...notification([says.paid()]), provider: 'paypal' }
    expect(await refusalOf(shop.client.receiveNotification(unknown))).toBe('NOT_FOUND')
    expect(await shop.saves(accounts)).toBe(0)
  })

  test('grants a paid order once, however often and in how many events it comes', async () => {
    const { says } = await shop.buy(++accounts)
    const paid = says.paid()
    await Promise.all(Array.from({ length: 20 }, () => shop.tell(paid)))
    await Promise.all(Array.from({ length: 10 }, () => shop.tell(says.paid())))
    expect(await shop.saves(accounts)).toBe(10)
  })

  test('of another provider does not change an order', async () => {
    const { says } = await shop.buy(++accounts)
    await shop.client.receiveNotification(notification([says.paid()], 'acquirer'))
    expect(await shop.saves(accounts)).toBe(0)
  })

  test('about no order of ours is acknowledged and ignored', async () => {
    for (const orderId of [newId(), 'somebody-elses-reference']) await shop.tell(noticesOf(orderId, 299).paid())
    const { rowCount } = await shop.database.query('SELECT 1 FROM payment_events WHERE order_id IS NULL')
    expect(rowCount).toBe(0)
    expect(await shop.metrics('kla_commerce_notices_total')).toContainEqual(expect.stringMatching(/unknown.* 2$/))
  })

  test.each([{ amountCents: 1 }, { amountCents: 300 }, { currency: 'eur' }])(
    'of a payment unlike the order, %p, grants nothing and is counted',
    async (change) => {
      const { says, sessionId } = await shop.buy(++accounts)
      const countOf = async () => {
        const [line = '0'] = await shop.metrics('kla_commerce_payment_mismatches_total{kind="amount"')
        return Number(line.split(' ').at(-1))
      }
      const before = await countOf()
      const paid = says.paid(change)
      for (let at = 0; at < 5; at++) await shop.tell(paid)
      expect(await shop.saves(accounts)).toBe(0)
      expect(await countOf()).toBe(before + 1)
      const answer = await shop.client.verifyCheckout({ sessionId }, await shop.as(accounts))
      expect(answer.paymentStatus).toBe('unpaid')
      // Sending that money back concerns no one's items.
      await shop.tell(says.refunded())
      expect(await shop.orders(accounts)).toMatchObject([{ status: OrderStatus.OPEN }])
    },
  )

  test('of a refund takes back what is unspent and reports what was spent', async () => {
    const { says } = await shop.buy(++accounts)
    await shop.tell(says.paid())
    await spend(accounts, 7)
    await shop.tell(says.refunded())
    expect(await shop.saves(accounts)).toBe(0)
    expect(await shop.orders(accounts)).toMatchObject([
      { status: OrderStatus.REFUNDED, lines: [{ unitsWithdrawn: 3, unitsSpent: 7 }] },
    ])
    // What was spent is written off: the next purchase is whole.
    const next = await shop.buy(accounts)
    await shop.tell(next.says.paid())
    await shop.tell(says.refunded())
    expect(await shop.saves(accounts)).toBe(10)
  })

  test("of a partial refund takes back that part, rounded in the player's favour, and each part once", async () => {
    const { says } = await shop.buy(++accounts)
    await shop.tell(says.paid(), says.refunded(100))
    expect(await shop.saves(accounts)).toBe(7)
    await shop.tell(says.refunded(100), says.refunded(50))
    expect(await shop.saves(accounts)).toBe(7)
    await shop.tell(says.refunded(200))
    expect(await shop.saves(accounts)).toBe(4)
  })

  test('of a dispute withdraws every item, and of a won one returns them', async () => {
    const { says } = await shop.buy(++accounts)
    await shop.tell(says.paid())
    await spend(accounts, 4)
    await shop.tell(says.dispute('open'))
    expect(await shop.saves(accounts)).toBe(0)
    expect(await shop.orders(accounts)).toMatchObject([
      { status: OrderStatus.DISPUTED, lines: [{ unitsWithdrawn: 6, unitsSpent: 4 }] },
    ])
    await shop.tell(says.dispute('won'), says.dispute('open'))
    expect(await shop.saves(accounts)).toBe(6)
    expect(await shop.orders(accounts)).toMatchObject([
      { status: OrderStatus.PAID, lines: [{ unitsWithdrawn: 0, unitsSpent: 0 }] },
    ])
  })

  test('of a refund waits for the payment it belongs to', async () => {
    const { says } = await shop.buy(++accounts)
    await shop.tell(says.refunded(100))
    expect(await shop.orders(accounts)).toMatchObject([{ status: OrderStatus.OPEN }])
    await shop.tell(says.paid())
    expect(await shop.saves(accounts)).toBe(7)
    expect(await shop.orders(accounts)).toMatchObject([{ status: OrderStatus.PARTLY_REFUNDED }])
  })

  test('of a refund concurrent with the payment is not lost', async () => {
    for (let at = 0; at < 20; at++) {
      const { says } = await shop.buy(++accounts)
      await Promise.all([shop.tell(says.paid()), shop.tell(says.refunded())])
      expect(await shop.saves(accounts)).toBe(0)
    }
  })

  test('of a second payment is counted, and its refund takes nothing', async () => {
    const secondPayments = () => shop.metrics('kla_commerce_payment_mismatches_total{kind="second-payment"')
    expect(await secondPayments()).toEqual([expect.stringMatching(/ 0$/)])
    const { says, orderId } = await shop.buy(++accounts)
    const again = noticesOf(orderId, 299, 'pi_second')
    await shop.tell(says.paid(), again.paid())
    expect(await shop.saves(accounts)).toBe(10)
    expect(await secondPayments()).toEqual([expect.stringMatching(/ 1$/)])
    await shop.tell(again.refunded())
    expect(await shop.saves(accounts)).toBe(10)
    await shop.tell(says.refunded())
    expect(await shop.saves(accounts)).toBe(0)
  })

  test('of the first right payment after wrong ones is no second one, also when it repeats', async () => {
    const secondPayments = () => shop.metrics('kla_commerce_payment_mismatches_total{kind="second-payment"')
    const before = await secondPayments()
    const { says, orderId } = await shop.buy(++accounts)
    const [dear, foreign] = ['pi_dear', 'pi_foreign'].map((id) => noticesOf(orderId, 299, `${id}_${orderId}`))
    await shop.tell(dear!.paid({ amountCents: 300 }), foreign!.paid({ currency: 'eur' }), says.paid())
    expect(await shop.saves(accounts)).toBe(10)
    expect(await secondPayments()).toEqual(before)
    await shop.tell(noticesOf(orderId, 299, `pi_second_${orderId}`).paid())
    const counted = await secondPayments()
    expect(counted).not.toEqual(before)
    await shop.tell(says.paid())
    expect(await secondPayments()).toEqual(counted)
  })

  test('of two concurrent payments grants once and stores both', async () => {
    for (let at = 0; at < 20; at++) {
      const { says, orderId } = await shop.buy(++accounts)
      const again = noticesOf(orderId, 299, `pi_again_${at}`)
      await Promise.all([shop.tell(says.paid()), shop.tell(again.paid()), shop.tell(says.cancelled())])
      expect(await shop.saves(accounts)).toBe(10)
    }
  })

  test('is retried by the provider when the database is down', async () => {
    const { says } = await shop.buy(++accounts)
    let breaks = true
    const { url, schema } = shop.tables
    const real = createDatabase({ url, schema, log: quietLogger() })
    const { client } = await shop.pod({ database: failingDatabase(real, () => (breaks ? 'before' : undefined)) })
    const paid = notification([says.paid()])
    expect(await refusalOf(client.receiveNotification(paid))).toBe('UNAVAILABLE')
    expect(await shop.saves(accounts)).toBe(0)
    breaks = false
    await client.receiveNotification(paid)
    expect(await shop.saves(accounts)).toBe(10)
  })
})
