import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { HoldOutcome, Item } from '@kla/proto'
import { refusalOf } from '@kla/testkit'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { createShop, type Shop } from '../support/shop.js'

const { COMMIT, RELEASE } = HoldOutcome

describe('a hold', () => {
  let shop: Shop
  let accounts = 0
  beforeAll(async () => {
    shop = await createShop()
  })
  afterAll(() => expectSoundLedger(shop.database))
  afterAll(() => shop.close())

  const hold = async (accountId: number, key: string, item = Item.GIF_SAVES) =>
    shop.client.holdItem({ key, item }, await shop.as(accountId))
  const settle = (key: string, outcome: HoldOutcome) => shop.client.settleHold({ key, outcome })

  test('holds one item, and spends it', async () => {
    const key = newId()
    await shop.give(++accounts, 3)
    expect(await hold(accounts, key)).toEqual({ remaining: 2 })
    expect(await shop.saves(accounts)).toBe(2)
    await settle(key, COMMIT)
    await settle(key, COMMIT)
    expect(await shop.saves(accounts)).toBe(2)
    expect(await refusalOf(settle(key, RELEASE))).toBe('CONFLICT')
    expect(await shop.saves(accounts)).toBe(2)
  })

  test('is released', async () => {
    const key = newId()
    await shop.give(++accounts, 1)
    await hold(accounts, key)
    await settle(key, RELEASE)
    await settle(key, RELEASE)
    expect(await shop.saves(accounts)).toBe(1)
    expect(await refusalOf(settle(key, COMMIT))).toBe('CONFLICT')
    expect(await refusalOf(hold(accounts, key))).toBe('CONFLICT')
    expect(await shop.saves(accounts)).toBe(1)
  })

  test('is made once per key, also for a repeat after it was spent', async () => {
    const key = newId()
    await shop.give(++accounts, 5)
    const answers = await Promise.all(Array.from({ length: 10 }, () => hold(accounts, key)))
    expect(answers).toEqual(answers.map(() => ({ remaining: 4 })))
    await settle(key, COMMIT)
    expect(await hold(accounts, key)).toEqual({ remaining: 4 })
  })

  test('is rejected after its release, and holds nothing', async () => {
    const key = newId()
    await shop.give(++accounts, 1)
    await settle(key, RELEASE)
    await settle(key, RELEASE)
    expect(await refusalOf(hold(accounts, key))).toBe('CONFLICT')
    expect(await shop.saves(accounts)).toBe(1)
  })

  test('cannot be spent before it is made, and can still be made then', async () => {
    const key = newId()
    await shop.give(++accounts, 1)
    expect(await refusalOf(settle(key, COMMIT))).toBe('CONFLICT')
    expect(await hold(accounts, key)).toEqual({ remaining: 0 })
  })

  test('rejects a key of another player or for another item', async () => {
    const key = newId()
    await shop.give(++accounts, 1)
    await hold(accounts, key)
    await shop.give(accounts, 1, Item.WILD_CARDS)
    expect(await refusalOf(hold(accounts, key, Item.WILD_CARDS))).toBe('CONFLICT')
    await shop.give(++accounts, 1)
    expect(await refusalOf(hold(accounts, key))).toBe('CONFLICT')
  })

  test('requires an available item', async () => {
    accounts++
    expect(await refusalOf(hold(accounts, newId()))).toBe('NO_GIF_SAVES')
    expect(await refusalOf(hold(accounts, newId(), Item.WILD_CARDS))).toBe('NO_WILD_CARDS')
    const key = newId()
    expect(await refusalOf(hold(accounts, key))).toBe('NO_GIF_SAVES')
    await shop.give(accounts, 1)
    expect(await hold(accounts, key)).toEqual({ remaining: 0 })
  })

  test('requires a key, a holdable item and a player', async () => {
    await shop.give(++accounts, 1)
    for (const key of ['', 'x'.repeat(201), 'a\0b']) {
      expect(await refusalOf(hold(accounts, key))).toBe('INVALID_FIELD')
      expect(await refusalOf(settle(key, RELEASE))).toBe('INVALID_FIELD')
    }
    for (const item of [Item.UNSPECIFIED, Item.BATTLE_PASSES]) {
      expect(await refusalOf(hold(accounts, newId(), item))).toBe('INVALID_FIELD')
    }
    expect(await refusalOf(settle(newId(), HoldOutcome.UNSPECIFIED))).toBe('INVALID_FIELD')
    expect(await refusalOf(shop.client.holdItem({ key: newId(), item: Item.GIF_SAVES }))).toBe('NOT_SIGNED_IN')
    expect(await shop.saves(accounts)).toBe(1)
  })

  test('holds exactly 10 of 10 items under 50 concurrent requests over two processes', async () => {
    const { client } = await shop.pod()
    await shop.give(++accounts, 10)
    const as = await shop.as(accounts)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        refusalOf((at % 2 ? client : shop.client).holdItem({ key: newId(), item: Item.GIF_SAVES }, as)),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'not refused')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'NO_GIF_SAVES')).toHaveLength(40)
    expect(await shop.saves(accounts)).toBe(0)
  })

  test('leaves the item in one place when it is released concurrently', async () => {
    await shop.give(++accounts, 1)
    for (let at = 0; at < 25; at++) {
      const key = newId()
      await Promise.all([refusalOf(hold(accounts, key)), settle(key, RELEASE), settle(key, RELEASE)])
      expect(await shop.saves(accounts)).toBe(1)
    }
  })

  test('has one outcome when it is spent and released concurrently', async () => {
    await shop.give(++accounts, 20)
    for (let at = 0; at < 20; at++) {
      const key = newId()
      await hold(accounts, key)
      const outcomes = await Promise.all([refusalOf(settle(key, COMMIT)), refusalOf(settle(key, RELEASE))])
      expect([...outcomes].sort()).toEqual(['CONFLICT', 'not refused'])
    }
  })
})
