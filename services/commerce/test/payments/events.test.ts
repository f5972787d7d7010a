import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { OrderPaid, OrderReversed, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createShop, type Shop } from '../support/shop.js'

describe('events about orders', () => {
  let shop: Shop
  const paid: OrderPaid[] = []
  const reversed: OrderReversed[] = []
  beforeAll(async () => {
    shop = await createShop()
    const bus = await shop.newBus()
    await bus.subscribe(subjects.eventOrderPaid, ({ data }) => void paid.push(OrderPaid.decode(data)))
    await bus.subscribe(subjects.eventOrderReversed, ({ data }) => void reversed.push(OrderReversed.decode(data)))
  })
  afterAll(() => shop.close())

  const of = <T extends { orderId: string }>(events: readonly T[], orderId: string) =>
    events.filter((event) => event.orderId === orderId)

  test('are published once each', async () => {
    const { says, orderId } = await shop.buy(1)
    for (const notice of [says.paid(), says.paid(), says.refunded(100), says.refunded(100), says.dispute('open')]) {
      await shop.tell(notice)
    }
    await eventually(() => expect(of(reversed, orderId)).toHaveLength(2))
    expect(of(paid, orderId)).toMatchObject([{ accountId: 1, totalCents: 299 }])
    expect(of(reversed, orderId)).toMatchObject([
      { accountId: 1, why: 'refund', unitsWithdrawn: 3, unitsSpent: 0 },
      { accountId: 1, why: 'dispute', unitsWithdrawn: 10, unitsSpent: 0 },
    ])
    const ids = [...of(paid, orderId), ...of(reversed, orderId)].map(({ eventId }) => eventId)
    expect(new Set(ids).size).toBe(3)
  })

  test('wait while NATS is down, and purchases continue', async () => {
    const line = { up: false }
    const real = await shop.newBus()
    const lonely = await createShop()
    try {
      const { client } = await lonely.pod({
        bus: { ...real, connected: () => line.up, close: async () => undefined },
      })
      // The other process of that shop has a bus that works; it is not to be the one that tells.
      await lonely.service.stop()
      const bought = await lonely.buy(1, undefined, client)
      lonely.provider.answers.set(bought.sessionId, bought.says.paid())
      const as = await lonely.as(1)
      expect(await client.verifyCheckout({ sessionId: bought.sessionId }, as)).toMatchObject({ paymentStatus: 'paid' })
      expect((await client.getInventory({}, as)).gifSaves).toBe(10)
      expect(of(paid, bought.orderId)).toEqual([])
      line.up = true
      await eventually(() => expect(of(paid, bought.orderId)).toHaveLength(1))
    } finally {
      await lonely.close()
    }
  })
})
