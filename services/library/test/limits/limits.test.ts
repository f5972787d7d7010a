import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { CallContext, Database } from '@kla/chassis'
import { ACT_TOKENS } from '@kla/proto/web'
import { vacuum } from '@kla/testkit'
import { drawDecoys } from '../../src/limits/decoys.js'
import { createLimitsStore } from '../../src/limits/store.js'
import { createLibrary, type Library, LIMITS_KEY, type Pod } from '../support/library.js'

let library: Library
let pod: Pod
let one = 0
let other = 0
let next = 1_000_000
let nowMs: number

beforeAll(async () => {
  library = await createLibrary()
  pod = await library.startPod({}, { now: () => nowMs })
})
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 26, 12)
  one = ++next
  other = ++next
})
afterAll(() => library.close())

const as = async (accountId: number): Promise<CallContext> => ({
  principal: await library.principals.sign({ accountId }),
})
const cardOf = (card: Readonly<Record<string, string>>) => Object.entries(card).map(([act, limit]) => ({ act, limit }))
const set = async (accountId: number, card: Readonly<Record<string, string>>) =>
  (await pod.client.setLimits({ limits: cardOf(card) }, await as(accountId))).limits
const get = async (accountId: number) => (await pod.client.getLimits({}, await as(accountId))).limits
const unitePair = (...accountIds: number[]) => pod.client.uniteLimits({ accountIds })
const unite = async (...accountIds: number[]) => {
  const { no, soft } = await unitePair(...accountIds)
  return { no, soft }
}

describe('a limits card', () => {
  test('is empty until it is set', async () => {
    expect(await get(one)).toEqual([])
  })

  test('is replaced as a whole, and returned', async () => {
    await set(one, { feet: 'no', oral: 'soft', kissing: 'yes' })
    expect(await get(one)).toEqual(cardOf({ feet: 'no', oral: 'soft' }))
    expect(await set(one, { rough: 'soft', feet: 'soft' })).toEqual(cardOf({ feet: 'soft', rough: 'soft' }))
    expect(await get(one)).toEqual(cardOf({ feet: 'soft', rough: 'soft' }))
    expect(await get(other)).toEqual([])
    expect(await set(one, {})).toEqual([])
    expect(await get(one)).toEqual([])
  })

  test('holds a limit for every known act', async () => {
    await set(one, Object.fromEntries(ACT_TOKENS.map((act) => [act, 'no'])))
    expect((await get(one)).map(({ act }) => act)).toEqual([...ACT_TOKENS].sort())
  })

  test('stays unchanged when one entry is refused', async () => {
    await set(one, { feet: 'no' })
    for (const limits of [
      cardOf({ rough: 'no', gardening: 'no' }),
      cardOf({ rough: 'never' }),
      [...cardOf({ rough: 'no' }), ...cardOf({ rough: 'no' })],
    ]) {
      await expect(pod.client.setLimits({ limits }, await as(one))).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    }
    expect(await get(one)).toEqual(cardOf({ feet: 'no' }))
  })

  test('is one of two cards that are set concurrently, never a mixture', async () => {
    const cards = [
      { feet: 'no', food: 'no', drawn: 'no' },
      { rough: 'soft', oral: 'soft', feet: 'soft' },
    ] as const
    for (let round = 0; round < 5; round++) {
      await Promise.all([...cards, ...cards].map((card) => set(one, card)))
      const held = Object.fromEntries((await get(one)).map(({ act, limit }) => [act, limit]))
      expect(cards).toContainEqual(held)
    }
  })

  test('can be read and set by a banned player, but by no administrator or stranger', async () => {
    const restrictions = [{ scope: 'global' as const, untilMs: 0 }]
    const banned = { principal: await library.principals.sign({ accountId: one, restrictions }) }
    await pod.client.setLimits({ limits: cardOf({ feet: 'no' }) }, banned)
    expect((await pod.client.getLimits({}, banned)).limits).toEqual(cardOf({ feet: 'no' }))
    const administrator = { principal: library.manager }
    await expect(pod.client.getLimits({}, administrator)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(pod.client.setLimits({ limits: [] }, administrator)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(pod.client.getLimits({})).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(pod.client.setLimits({ limits: [] })).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
  })
})

describe('uniteLimits', () => {
  test('answers the same whichever account has set the limits', async () => {
    const cards = [
      { feet: 'no', oral: 'soft', rough: 'soft' },
      { rough: 'no', food: 'soft' },
    ] as const
    const united = { no: ['feet', 'rough'], soft: ['food', 'oral'] }
    await set(one, cards[0])
    await set(other, cards[1])
    expect([await unite(one, other), await unite(other, one), await unite(one, other, one, ++next)]).toEqual([
      united,
      united,
      united,
    ])
    await set(one, cards[1])
    await set(other, cards[0])
    expect(await unite(one, other)).toEqual(united)
    await set(one, { ...cards[1], ...cards[0], rough: 'no' })
    await set(other, {})
    expect(await unite(one, other)).toEqual(united)
  })

  test('returns empty lists when no one has set anything', async () => {
    expect(await unite(one)).toEqual({ no: [], soft: [] })
    expect(await unite(one, other, 1, 2)).toEqual({ no: [], soft: [] })
  })

  test('draws the same decoys for any cards, order and battle of the day, and none for one account', async () => {
    const { decoys } = await unitePair(one, other)
    expect(decoys).toEqual(drawDecoys(LIMITS_KEY, [one, other], Date.UTC(2026, 10, 26, 12)))
    await set(one, { feet: 'no' })
    await set(other, Object.fromEntries(ACT_TOKENS.map((act) => [act, 'no'])))
    nowMs = Date.UTC(2026, 10, 26, 23, 59)
    expect((await unitePair(other, one)).decoys).toEqual(decoys)
    nowMs = Date.UTC(2026, 10, 27)
    expect((await unitePair(one, other)).decoys).toEqual(drawDecoys(LIMITS_KEY, [one, other], nowMs))
    expect([(await unitePair(one)).decoys, (await unitePair(one, one)).decoys]).toEqual([[], []])
  })

  test.each([[[]], [[1, 2, 3, 4, 5]], [[0]], [[1, -2]]])('rejects the accounts %j', async (accountIds) => {
    await expect(pod.client.uniteLimits({ accountIds })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('keeps limits on acts that another version of the contract has stored', async () => {
    await library.database.query("INSERT INTO limits VALUES ($1, 'an_act_to_come', 'no')", [one])
    expect(await unite(one, other)).toEqual({ no: ['an_act_to_come'], soft: [] })
  })

  test('uses one statement, and gets the same number of rows whichever account has set the limits', async () => {
    const asked: { rows: number; columns: string[] }[] = []
    const counting = {
      query: async (text: string, values: unknown[]) => {
        const result = await library.database.query(text, values)
        asked.push({ rows: result.rows.length, columns: result.fields.map(({ name }) => name) })
        return result
      },
    } as unknown as Database
    const store = createLimitsStore(counting)
    await store.listForAll([one, other])
    await set(one, { feet: 'no', oral: 'soft' })
    await store.listForAll([one, other])
    await store.listForAll([other, one])
    await set(other, Object.fromEntries(ACT_TOKENS.map((act) => [act, 'no'])))
    await store.listForAll([one, other])
    const same = { rows: 2 * ACT_TOKENS.length, columns: ['act', 'limit'] }
    expect(asked).toEqual([same, same, same, same])
  })

  test('reads only the cards in question, by their index', async () => {
    await library.database.query(
      "INSERT INTO limits SELECT account, act, 'no' FROM generate_series(1, 5000) AS account, unnest($1::text[]) AS act",
      [ACT_TOKENS.slice(0, 10)],
    )
    await vacuum(library.database, 'limits')
    const plans: string[] = []
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await library.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return { rows: [] }
      },
    } as unknown as Database
    const store = createLimitsStore(explaining)
    await store.listForAll([17, 4_711])
    await store.find(17)
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toContain('limits_pkey')
      expect(plan).not.toContain('Seq Scan on limits')
    }
  })
})
