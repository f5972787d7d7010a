import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createOutbox, type Database, newId, type OutboxEvent } from '@kla/chassis'
import { AuditRecorded, messageOf, OrderPaid, subjects } from '@kla/proto'
import { priceCart } from '../../src/checkout/rules.js'
import { createOrderStore } from '../../src/checkout/store.js'
import { createHoldStore } from '../../src/ledger/hold-store.js'
import { createHolds } from '../../src/ledger/holds.js'
import { createLedgerStore } from '../../src/ledger/store.js'
import { grantOrder } from '../../src/payments/grant-order.js'
import type { PaymentEvent, PaymentNotice } from '../../src/payments/payment-provider.js'
import { createPaymentStore } from '../../src/payments/store.js'
import { moveItems, type Order } from '../../src/shared/rules.js'
import { failingDatabase } from '../support/failing-database.js'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { noticesOf } from '../support/notices.js'
import { createTables, type Tables } from '../support/tables.js'

/** More statements than any of these transactions has: past the last one nothing breaks. */
const STATEMENTS_MAX = 20
const steps = Array.from({ length: STATEMENTS_MAX }, (_, at) => at + 1).flatMap((at) =>
  (['before', 'after'] as const).map((when) => ({ at, when })),
)

describe('a process that dies', () => {
  let tables: Tables
  let database: Database
  let accounts = 0
  beforeAll(async () => {
    tables = await createTables()
    database = tables.database
  })
  afterAll(() => tables.close())

  /** Does it over a connection that breaks once at each place in turn, and then once more, as whoever asked would. */
  async function breakEverywhere(
    work: (database: Database, step: (typeof steps)[number]) => Promise<() => Promise<void>>,
  ) {
    let broken = 0
    for (const step of steps) {
      let count = 0
      const failing = failingDatabase(database, (statement) => {
        if (statement !== step.at) return undefined
        count++
        return step.when
      })
      const check = await work(failing, step)
      broken += count
      await check()
    }
    expect(broken).toBeGreaterThan(6)
    expect(broken).toBeLessThan(steps.length)
    await expectSoundLedger(database)
  }

  const repeated = async (failing: Database, call: (database: Database) => Promise<unknown>): Promise<void> => {
    await call(failing).catch(() => undefined)
    await call(database)
  }
  const audited = (eventId: string): OutboxEvent => ({
    subject: subjects.eventAuditRecorded('commerce'),
    eventId,
    payload: AuditRecorded.encode(messageOf(AuditRecorded, { eventId })).finish(),
  })
  const saves = async (accountId: number): Promise<number> =>
    (await createLedgerStore(database).available(accountId)).get('gif_saves') ?? 0
  const newOrder = (accountId: number): Order => {
    const cart = priceCart([{ itemId: 2, quantity: 1 }], [2])
    if ('refused' in cart) throw new Error(cart.refused)
    return {
      ...cart,
      id: newId(),
      accountId,
      provider: 'stripe',
      sessionId: undefined,
      status: 'open',
      granted: false,
      revision: 0,
      createdAtMs: Date.now(),
      lines: cart.lines.map((line) => ({ ...line, unitsWithdrawn: 0, unitsSpent: 0 })),
    }
  }
  const take = (on: Database, notice: PaymentNotice) =>
    grantOrder(
      createPaymentStore(on),
      { provider: 'stripe', eventId: notice.eventId, part: 0, notice: notice as PaymentEvent['notice'] },
      Date.now(),
    )

  test('while it grants an order grants and publishes it once', async () => {
    await breakEverywhere(async (failing) => {
      const order = newOrder(++accounts)
      await createOrderStore(database).add(order)
      const paid = noticesOf(order.id, 299).paid()
      await repeated(failing, (on) => take(on, paid))
      return async () => {
        expect(await saves(order.accountId)).toBe(10)
        const told: OrderPaid[] = []
        const bus = {
          connected: () => true,
          streamWholeSinceMs: async () => 0,
          publishEvent: async (_subject: string, _id: string, payload: Uint8Array) =>
            void told.push(OrderPaid.decode(payload)),
        }
        await createOutbox({ database, bus }).relay()
        expect(told.map(({ orderId }) => orderId)).toEqual([order.id])
      }
    })
  })

  test('while it takes back what waited for its payment takes it once', async () => {
    await breakEverywhere(async (failing) => {
      const order = newOrder(++accounts)
      await createOrderStore(database).add(order)
      const says = noticesOf(order.id, 299)
      await take(database, says.refunded(100))
      const paid = says.paid()
      await repeated(failing, (on) => take(on, paid))
      return async () => expect(await saves(order.accountId)).toBe(7)
    })
  })

  test('while it holds an item holds it once', async () => {
    await breakEverywhere(async (failing) => {
      const accountId = await withSaves(2)
      const wanted = { key: newId(), accountId, item: 'gif_saves' } as const
      await repeated(failing, (on) => createHolds(createHoldStore(on)).hold(wanted, Date.now()))
      return async () => expect(await saves(accountId)).toBe(1)
    })
  })

  test.each([
    ['committed', 1],
    ['released', 2],
  ] as const)('while a hold is %s: once', async (outcome, left) => {
    await breakEverywhere(async (failing) => {
      const accountId = await withSaves(2)
      const key = newId()
      await createHolds(createHoldStore(database)).hold({ key, accountId, item: 'gif_saves' }, Date.now())
      await repeated(failing, (on) => createHolds(createHoldStore(on)).settle(key, outcome, Date.now()))
      return async () => expect(await saves(accountId)).toBe(left)
    })
  })

  test('while it gives items gives and audits them once', async () => {
    await breakEverywhere(async (failing) => {
      const [accountId, giftId, eventId] = [++accounts, newId(), newId()]
      const gift = moveItems('gift', giftId, accountId, new Map([['gif_saves', 3]]))
      if (gift) await repeated(failing, (on) => createLedgerStore(on).give(gift, 'gif_saves', audited(eventId)))
      return async () => {
        expect(await saves(accountId)).toBe(3)
        expect((await database.query('SELECT FROM outbox WHERE event_id = $1', [eventId])).rowCount).toBe(1)
      }
    })
  })

  async function withSaves(units: number): Promise<number> {
    const gift = moveItems('gift', newId(), ++accounts, new Map([['gif_saves', units]]))
    if (gift) await createLedgerStore(database).give(gift, 'gif_saves', audited(newId()))
    return accounts
  }
})
