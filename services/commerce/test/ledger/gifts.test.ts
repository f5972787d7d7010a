import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { AuditRecorded, type GiftItemsRequest, Item, subjects } from '@kla/proto'
import { refusedField } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { createShop, type Shop } from '../support/shop.js'

describe('a gift', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop()
  })
  afterAll(() => expectSoundLedger(shop.database))
  afterAll(() => shop.close())

  const give = async (change: Partial<GiftItemsRequest>, permissions = ['items.gift']) => {
    const gift = { giftId: newId(), accountId: 1, item: Item.WILD_CARDS, units: 5, reason: 'a lost round', ...change }
    return shop.client.giftItems(gift, await shop.asAdministrator(900, permissions))
  }

  test('is given once when it is requested repeatedly', async () => {
    const giftId = newId()
    const answers = await Promise.all(Array.from({ length: 8 }, () => give({ giftId, accountId: 2 })))
    expect(answers).toEqual(answers.map(() => ({ available: 5 })))
    expect(await give({ giftId: giftId.toUpperCase(), accountId: 2 })).toEqual({ available: 5 })
    const { rows } = await shop.database.query('SELECT kind, actor_id, note FROM ledger_transactions')
    expect(rows).toEqual([{ kind: 'gift', actor_id: 900, note: 'a lost round' }])
  })

  test('is recorded for the audit log, once and without its reason', async () => {
    const giftId = newId()
    const giving = () => give({ giftId, accountId: 6, units: 7 })
    await Promise.all([giving(), giving(), giving()])
    await refusalOf(give({ giftId, accountId: 6, units: 8 }))
    const { rows } = await shop.database.query<{ payload: Buffer }>('SELECT payload FROM outbox WHERE subject = $1', [
      subjects.eventAuditRecorded('commerce'),
    ])
    const told = rows.map(({ payload }) => AuditRecorded.decode(payload)).filter(({ subjectId }) => subjectId === '6')
    expect(told).toEqual([
      {
        eventId: expect.any(String),
        atMs: expect.any(Number),
        actorId: 900,
        actor: 'mod',
        action: 'items.gift',
        subjectKind: 'account',
        subjectId: '6',
        details: JSON.stringify({ giftId, item: 'wild_cards', units: 7 }),
        requestId: expect.any(String),
      },
    ])
  })

  test('is not given when its audit event cannot be stored', async () => {
    await shop.database.query('ALTER TABLE outbox RENAME TO outbox_gone')
    try {
      expect(await refusalOf(give({ accountId: 7 }))).toBe('INTERNAL')
    } finally {
      await shop.database.query('ALTER TABLE outbox_gone RENAME TO outbox')
    }
    const { rowCount } = await shop.database.query('SELECT FROM ledger_entries WHERE account_id = 7')
    expect(rowCount).toBe(0)
  })

  test('rejects another gift under the same id', async () => {
    const giftId = newId()
    await give({ giftId, accountId: 3 })
    for (const change of [{ accountId: 4 }, { units: 6 }, { item: Item.GIF_SAVES }]) {
      expect(await refusalOf(give({ giftId, accountId: 3, ...change }))).toBe('CONFLICT')
    }
  })

  test('requires the permission', async () => {
    expect(await refusalOf(give({ accountId: 5 }, []))).toBe('NOT_ALLOWED')
    expect(await refusalOf(give({ accountId: 5 }, ['gifs.manage']))).toBe('NOT_ALLOWED')
  })

  test.each<[string, Partial<GiftItemsRequest>]>([
    ['id', { giftId: 'gift' }],
    ['account', { accountId: 0 }],
    ['account', { accountId: -1 }],
    ['item', { item: Item.UNSPECIFIED }],
    ['units', { units: 0 }],
    ['units', { units: -5 }],
    ['units', { units: 1_001 }],
    ['reason', { reason: '' }],
    ['reason', { reason: '   ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['reason', { reason: '\u200b\u2800' }],
  ])('is rejected with the name of the field: %s in %j', async (field, change) => {
    await expect(give(change)).rejects.toMatchObject({ reason: 'INVALID_FIELD', message: refusedField(field).text })
  })
})
