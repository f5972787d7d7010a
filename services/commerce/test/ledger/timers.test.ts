import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { HoldOutcome, Item, OrderStatus } from '@kla/proto'
import { eventually, refusalOf } from '@kla/testkit'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { createShop, type Shop } from '../support/shop.js'

const DAY_MS = 24 * 3_600_000

describe('a day later', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await createShop({ ledgerCheckMs: 50 })
  })
  afterEach(() => shop.close())

  const statusOf = async (accountId: number) => (await shop.orders(accountId))[0]?.status

  test('releases an unsettled hold, which can no longer be spent', async () => {
    await shop.give(1, 2)
    const [lost, spent] = [newId(), newId()]
    for (const key of [lost, spent]) await shop.client.holdItem({ key, item: Item.GIF_SAVES }, await shop.as(1))
    await shop.client.settleHold({ key: spent, outcome: HoldOutcome.COMMIT })
    expect(await shop.saves(1)).toBe(0)
    shop.clock.aheadMs = DAY_MS + 1_000
    await eventually(async () => expect(await shop.saves(1)).toBe(1))
    expect(await refusalOf(shop.client.settleHold({ key: lost, outcome: HoldOutcome.COMMIT }))).toBe('CONFLICT')
    expect(await shop.metrics('kla_commerce_holds_expired_total')).toEqual([expect.stringMatching(/ 1$/)])
  })

  test('cancels an unpaid order, and still grants it if it is paid later', async () => {
    const { says } = await shop.buy(1)
    shop.clock.aheadMs = DAY_MS + 1_000
    await eventually(async () => expect(await statusOf(1)).toBe(OrderStatus.CANCELLED))
    await shop.tell(says.paid())
    expect(await statusOf(1)).toBe(OrderStatus.PAID)
    expect(await shop.saves(1)).toBe(10)
  })

  test('grants an order that was paid while all notifications were lost', async () => {
    const { says, sessionId } = await shop.buy(1)
    shop.provider.answers.set(sessionId, { ...says.paid(), eventId: '' })
    shop.clock.aheadMs = DAY_MS + 1_000
    await eventually(async () => expect(await shop.saves(1)).toBe(10))
    expect(await statusOf(1)).toBe(OrderStatus.PAID)
  })

  test('keeps an order whose provider does not respond, but not one that was never opened there', async () => {
    const { orderId } = await shop.buy(1)
    await shop.buy(2)
    // As a process leaves it that dies before the provider has answered.
    await shop.database.query('UPDATE orders SET session_id = NULL WHERE id <> $1', [orderId])
    shop.provider.down = true
    shop.clock.aheadMs = DAY_MS + 1_000
    await eventually(async () => expect(await shop.orders(2)).toEqual([]))
    const { asked } = shop.provider
    await eventually(() => expect(shop.provider.asked).toBeGreaterThan(asked + 1))
    expect(await statusOf(1)).toBe(OrderStatus.OPEN)
    shop.provider.down = false
    await eventually(async () => expect(await statusOf(1)).toBe(OrderStatus.CANCELLED))
  })

  test('keeps a key that was never held for 30 days, and a held one permanently', async () => {
    await shop.give(1, 3)
    const [given, spent, old, young] = [newId(), newId(), newId(), newId()]
    for (const key of [given, spent]) await shop.client.holdItem({ key, item: Item.GIF_SAVES }, await shop.as(1))
    await shop.client.settleHold({ key: spent, outcome: HoldOutcome.COMMIT })
    for (const key of [given, old]) await shop.client.settleHold({ key, outcome: HoldOutcome.RELEASE })
    shop.clock.aheadMs = 2 * DAY_MS
    await shop.client.settleHold({ key: young, outcome: HoldOutcome.RELEASE })
    shop.clock.aheadMs = 31 * DAY_MS
    const known = async () => (await shop.database.query('SELECT key FROM holds')).rows.map(({ key }) => key).sort()
    await eventually(async () => expect(await known()).toEqual([given, spent, young].sort()))
    expect(await refusalOf(shop.client.holdItem({ key: young, item: Item.GIF_SAVES }, await shop.as(1)))).toBe(
      'CONFLICT',
    )
    await expectSoundLedger(shop.database)
  })

  test('deletes keys that were never held in batches, by an index', async () => {
    await shop.database.query(
      `INSERT INTO holds (key, state, created_at, settled_at)
       SELECT 'old-' || n, 'released', now() - interval '31 days', now() - interval '31 days'
       FROM generate_series(1, 2500) AS n`,
    )
    await eventually(async () => {
      const { rows } = await shop.database.query('SELECT count(*) AS left FROM holds')
      expect(rows).toEqual([{ left: 0 }])
    })
    const { rows } = await shop.database.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'holds_never_held'`)
    expect(rows[0]?.indexdef).toContain('(settled_at) WHERE (account_id IS NULL)')
  })

  test('checks the ledger and reports faults', async () => {
    await shop.give(1, 2)
    const faults = () => shop.metrics('kla_commerce_ledger_faults')
    await eventually(async () => expect(await faults()).toEqual([expect.stringMatching(/ 0$/)]))
    await shop.database.query(
      `ALTER TABLE ledger_entries DISABLE TRIGGER USER; UPDATE ledger_entries SET amount = 3 WHERE amount = 2;
       ALTER TABLE ledger_entries ENABLE TRIGGER USER`,
    )
    await eventually(async () => expect(await faults()).toEqual([expect.stringMatching(/ 1$/)]))
  })
})
