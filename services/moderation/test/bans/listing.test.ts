import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ListBansRequest } from '@kla/proto'
import { refusalOf } from '@kla/testkit'
import { NO_FAULTS } from '../support/fake-auth.js'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
})
afterAll(() => moderation.close())

const ban = async (userId: number, scope: string, durationMs = 0) =>
  moderation.client.createBan(
    { userId, reason: '', scope, durationMs, notes: '', evidenceJson: '' },
    await moderation.may('bans.set'),
  )
const list = async (given: Partial<ListBansRequest> = {}) =>
  moderation.client.listBans(
    { limit: 25, offset: 0, userId: 0, scope: '', ...given },
    await moderation.may('bans.read'),
  )
const ids = async (given: Partial<ListBansRequest>) => (await list(given)).bans.map(({ id }) => id)
const active = async (userId: number, scope = '') =>
  (await moderation.client.findActiveBan({ userId, scope }, await moderation.may('bans.read'))).ban

describe('ListBans', () => {
  test('filters by account, scope and whether in force', async () => {
    const [chat, rooms, over, lifted] = [
      await ban(1, 'chat'),
      await ban(1, 'rooms'),
      await ban(1, 'chat', 1),
      await ban(1, 'rooms', 60_000),
    ].map(({ id }) => id) as [number, number, number, number]
    await ban(2, 'chat')
    await moderation.client.liftBan({ id: lifted, liftReason: '' }, await moderation.may('bans.lift'))
    moderation.clock.aheadMs += 10
    expect(await ids({ userId: 1 })).toEqual([lifted, over, rooms, chat])
    expect(await ids({ userId: 1, scope: 'rooms' })).toEqual([lifted, rooms])
    expect(await ids({ userId: 1, active: true })).toEqual([rooms, chat])
    expect(await ids({ userId: 1, active: false })).toEqual([lifted, over])
    expect(await ids({ userId: 1, scope: 'chat', active: false })).toEqual([over])
    const names = (await list({ active: true })).bans.map(({ userName }) => userName)
    expect(names).toEqual(['player2', 'player1', 'player1'])
  })

  test('pages newest first, with one call to auth for a page', async () => {
    await moderation.database.query(
      `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by)
       SELECT 1000 + n, 'api', '', '', '', now(), 1, 'mod1' FROM generate_series(1, 60) AS n`,
    )
    moderation.auth.lookUps = []
    const pages = [await list({ scope: 'api' })]
    for (const offset of [50, 75]) pages.push(await list({ scope: 'api', offset }))
    expect(pages.map(({ bans, total }) => [bans.length, total])).toEqual([
      [25, 60],
      [10, 60],
      [0, 60],
    ])
    expect(pages[1]?.bans.at(-1)?.userId).toBe(1_001)
    expect(moderation.auth.lookUps.map((asked) => asked.length)).toEqual([25, 10])
  })

  test('takes any size up to 200', async () => {
    expect((await list({ limit: 1 })).bans).toHaveLength(1)
    expect((await list({ limit: 10 })).bans).toHaveLength(10)
  })

  test('leaves names out while auth is unreachable', async () => {
    moderation.auth.faults = { ...NO_FAULTS, lookUp: () => 'before' }
    const { bans } = await list({ scope: 'api' })
    moderation.auth.faults = NO_FAULTS
    expect(bans[0]).toMatchObject({ userId: 1_060, userName: '' })
  })

  test.each<[string, Partial<ListBansRequest>]>([
    ['an empty page', { limit: 0 }],
    ['a huge page', { limit: 1_000 }],
    ['an offset below zero', { offset: -1 }],
    ['an offset far away', { offset: 2 ** 31 - 1 }],
    ['a scope of its own', { scope: 'x' }],
    ['a person below zero', { userId: -1 }],
  ])('rejects %s', async (_what, given) => {
    expect(await refusalOf(list(given))).toBe('INVALID_FIELD')
  })

  test('returns the largest possible page', async () => {
    const evidence = JSON.stringify('e'.repeat(32 * 1024 - 2))
    await moderation.database.query(
      `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by)
       SELECT 77, 'chat', repeat('漢', 1000), repeat('漢', 10000), $1, now(), 1, 'mod1' FROM generate_series(1, 200)`,
      [evidence],
    )
    const { bans } = await list({ userId: 77, limit: 200 })
    expect(bans).toHaveLength(200)
    expect(bans[0]?.evidenceJson).toBe(evidence)
  })
})

describe('FindActiveBan', () => {
  test('returns the longest ban in force, of one scope or of any', async () => {
    const [, long, permanent] = [await ban(5, 'chat', 60_000), await ban(5, 'chat', 90_000), await ban(5, 'rooms')]
    await ban(5, 'rooms', 80_000)
    expect(await active(5)).toMatchObject({ id: permanent.id, userName: 'player5' })
    expect((await active(5, 'chat'))?.id).toBe(long.id)
    expect(await active(5, 'api')).toBeUndefined()
    expect(await active(6)).toBeUndefined()
  })

  test('rejects an invalid account or scope', async () => {
    expect(await refusalOf(active(0))).toBe('INVALID_FIELD')
    expect(await refusalOf(active(5, 'x'))).toBe('INVALID_FIELD')
  })
})

test('records who read it', async () => {
  await list({ userId: 5, active: true })
  await active(5, 'chat')
  const [read, listed] = await moderation.audited(2)
  expect([listed, read]).toMatchObject([
    { action: 'bans.list', subjectId: '5' },
    { action: 'bans.read', subjectId: '5' },
  ])
  expect(JSON.parse(listed?.details ?? '')).toEqual({ limit: 25, offset: 0, active: true, accounts: [5] })
  await list({ scope: 'rooms', active: true })
  const [all] = await moderation.audited()
  expect(JSON.parse(all?.details ?? '')).toMatchObject({ scope: 'rooms', accounts: [5, 1] })
  expect((await list({ userId: 77, limit: 25 })).bans).toHaveLength(25)
  const [many] = await moderation.audited()
  expect(JSON.parse(many?.details ?? '')).toEqual({ limit: 25, offset: 0, accounts: [77] })
  const silent = await moderation.audited()
  expect(await refusalOf(list({ limit: 201 }))).toBe('INVALID_FIELD')
  expect(await moderation.audited()).toEqual(silent)
})

test.each([
  ['a player', async () => moderation.as(5)],
  ['an administrator with other permissions', async () => moderation.may('bans.set', 'bans.lift')],
])('ListBans and FindActiveBan reject %s', async (_who, caller) => {
  const request = { limit: 25, offset: 0, userId: 0, scope: '' }
  expect(await refusalOf(moderation.client.listBans(request, await caller()))).toBe('NOT_ALLOWED')
  expect(await refusalOf(moderation.client.findActiveBan({ userId: 5, scope: '' }, await caller()))).toBe('NOT_ALLOWED')
})
