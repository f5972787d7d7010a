import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { AuditRecorded, Item, OrderStatus, subjects } from '@kla/proto'
import { refusalOf } from '@kla/testkit'
import { createShop, type Shop } from '../support/shop.js'

describe('listOrdersOf', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop()
  })
  afterAll(() => shop.close())

  const read = async (accountId: number, permissions = ['orders.read']) =>
    shop.client.listOrdersOf({ accountId }, await shop.asAdministrator(900, permissions))

  test('lists orders with what refunds took back, newest first, and the inventory', async () => {
    const first = await shop.buy(1)
    await shop.tell(first.says.paid())
    await shop.tell(first.says.refunded(Math.floor(first.totalCents / 2)))
    const second = await shop.buy(1)
    await shop.tell(second.says.paid())
    await shop.buy(2)
    await shop.give(1, 3, Item.WILD_CARDS)
    const { orders, inventory } = await read(1)
    expect(orders).toMatchObject([
      {
        order: { id: second.orderId, status: OrderStatus.PAID },
        returnedCents: 0,
        currency: 'usd',
        provider: 'stripe',
      },
      {
        order: { id: first.orderId, status: OrderStatus.PARTLY_REFUNDED, totalCents: first.totalCents },
        returnedCents: Math.floor(first.totalCents / 2),
      },
    ])
    expect(inventory).toEqual({ gifSaves: await shop.saves(1), wildCards: 3, battlePasses: 0 })
  })

  test('takes nothing back of an order that is not paid', async () => {
    await shop.buy(3)
    expect((await read(3)).orders).toMatchObject([{ order: { status: OrderStatus.OPEN }, returnedCents: 0 }])
  })

  test('records one view of the person', async () => {
    await read(4)
    await read(4)
    const { rows } = await shop.database.query<{ payload: Buffer }>('SELECT payload FROM outbox WHERE subject = $1', [
      subjects.eventAuditRecorded('commerce'),
    ])
    const views = rows.map(({ payload }) => AuditRecorded.decode(payload)).filter(({ subjectId }) => subjectId === '4')
    expect(views).toMatchObject([{ action: 'people.read', actorId: 900, details: '{}' }])
  })

  test('requires orders.read and an account', async () => {
    expect(await refusalOf(read(1, ['items.gift', 'members.read']))).toBe('NOT_ALLOWED')
    expect(await refusalOf(read(0))).toBe('INVALID_FIELD')
  })
})
