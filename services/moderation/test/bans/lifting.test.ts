import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import type { CreateBanRequest } from '@kla/proto'
import { BAN_REASON_MAX } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
})
afterAll(() => moderation.close())

let player = 100
beforeEach(() => {
  player++
})

const DAY_MS = 86_400_000
const ban = async (given: Partial<CreateBanRequest> = {}) =>
  moderation.client.createBan(
    { userId: player, reason: '', scope: 'chat', durationMs: 0, notes: '', evidenceJson: '', ...given },
    await moderation.may('bans.set'),
  )
const lift = async (id: number, liftReason = '') =>
  moderation.client.liftBan({ id, liftReason }, await moderation.administrator(2, 'bans.lift'))
const liftAll = async (scope = '', liftReason = '', userId = player) =>
  moderation.client.liftAllBans({ userId, scope, liftReason }, await moderation.administrator(2, 'bans.lift'))
const remove = async (id: number, requestId?: string) =>
  moderation.client.deleteBan(
    { id },
    { ...(await moderation.administrator(3, 'bans.delete')), ...(requestId && { requestId }) },
  )
const listed = async () =>
  moderation.client.listBans({ limit: 25, offset: 0, userId: player, scope: '' }, await moderation.may('bans.read'))
const held = () => moderation.auth.bansOf(player, moderation.clock.now())

describe('LiftBan', () => {
  test('replies after auth has acknowledged, and records the lift', async () => {
    const [one, other] = [await ban(), await ban({ scope: 'rooms' })]
    const lifted = await lift(one.id, ' a mistake ')
    expect(lifted).toEqual({
      ...one,
      liftedBy: 'mod2',
      liftReason: 'a mistake',
      liftedAtMs: expect.any(Number),
      version: (one.version ?? 0) + 1,
      changedBy: 'mod2',
      changedAtMs: lifted.liftedAtMs,
    })
    expect(lifted.liftedAtMs).toBeGreaterThan(0)
    expect(held()).toEqual([other.id])
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'bans.lift', subjectId: String(one.id), actor: 'mod2' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ account_id: player, scope: 'chat' })
  })

  test('changes nothing when repeated', async () => {
    const { id } = await ban()
    const first = await lift(id, 'first')
    expect(await lift(id, 'second')).toEqual(first)
  })

  test.each([0, -1, 9_999_999])('rejects the unknown ban %d', async (id) => {
    expect(await refusalOf(lift(id))).toBe('BAN_NOT_FOUND')
  })

  test('rejects a reason that is too long', async () => {
    const { id } = await ban()
    expect(await refusalOf(lift(id, 'x'.repeat(BAN_REASON_MAX + 1)))).toBe('INVALID_FIELD')
    expect(held()).toEqual([id])
  })
})

describe('LiftAllBans', () => {
  test('lifts the bans in force of one scope only', async () => {
    await ban({ durationMs: 1 })
    const [, , rooms] = [await ban(), await ban({ reason: 'x' }), await ban({ scope: 'rooms' })]
    moderation.clock.aheadMs += 10
    expect(await liftAll('chat', 'enough')).toEqual({ lifted: 2 })
    expect(held()).toEqual([rooms.id])
    expect((await listed()).bans.map(({ liftReason }) => liftReason)).toEqual(['', 'enough', 'enough', ''])
    expect(await liftAll()).toEqual({ lifted: 1 })
    expect(held()).toEqual([])
  })

  test('answers the same and records nothing more when the request is repeated', async () => {
    await ban()
    await ban({ scope: 'rooms' })
    const request = { userId: player, scope: '', liftReason: '' }
    const context = { ...(await moderation.administrator(2, 'bans.lift')), requestId: newId() }
    const attempt = () => moderation.client.liftAllBans(request, context)
    expect(await Promise.all([attempt(), attempt()])).toEqual([{ lifted: 2 }, { lifted: 2 }])
    expect(await attempt()).toEqual({ lifted: 2 })
    const entries = (await moderation.audited(4)).filter(({ subjectId }) => subjectId === String(player))
    expect(entries.map(({ action }) => action)).toEqual(['bans.lift-all'])
  })

  test('lifts none of an account that was never banned, and publishes nothing to auth', async () => {
    expect(await liftAll()).toEqual({ lifted: 0 })
    expect(moderation.auth.put.filter(({ accountId }) => accountId === player)).toEqual([])
  })

  test.each([
    ['no id', '', 0],
    ['a scope of its own', 'kitchen', 7],
  ])('rejects %s', async (_what, scope, userId) => {
    expect(await refusalOf(liftAll(scope, '', userId))).toBe('INVALID_FIELD')
  })

  test('records the lifted bans', async () => {
    const { id } = await ban()
    await liftAll('chat')
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'bans.lift-all', subjectId: String(player) })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ scope: 'chat', ban_ids: [id] })
  })
})

describe('DeleteBan', () => {
  test('lifts and hides a ban, and returns when it is erased', async () => {
    const { id } = await ban()
    const before = moderation.clock.now()
    const { eraseAfterMs, held: isHeld } = await remove(id)
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'bans.delete', subjectId: String(id), actor: 'mod3' })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({ was_in_force: true })
    expect(isHeld).toBe(false)
    expect(eraseAfterMs).toBeGreaterThanOrEqual(before + 365 * DAY_MS)
    expect(eraseAfterMs).toBeLessThan(before + 366 * DAY_MS)
    expect(held()).toEqual([])
    expect(await listed()).toEqual({ bans: [], total: 0 })
    expect(await refusalOf(remove(id))).toBe('BAN_NOT_FOUND')
    expect(await refusalOf(lift(id))).toBe('BAN_NOT_FOUND')
  })

  test('replies the same to a retry, and records it once', async () => {
    const { id } = await ban()
    const first = await remove(id, 'one-request')
    moderation.clock.aheadMs += 1_000
    const before = await moderation.audited()
    expect(await remove(id, 'one-request')).toEqual(first)
    expect(await moderation.audited()).toEqual(before)
  })

  test('leaves other bans in force when the deleted one was over or held', async () => {
    const [over, kept] = [await ban({ durationMs: 1 }), await ban()]
    moderation.clock.aheadMs += 10
    await moderation.database.query('UPDATE bans SET held = true WHERE id = $1', [over.id])
    expect((await remove(over.id)).held).toBe(true)
    expect(held()).toEqual([kept.id])
  })
})

test.each([
  ['a player', async () => moderation.as(player)],
  ['an administrator with other permissions', async () => moderation.may('bans.read', 'tickets.answer')],
])('%s may neither set, lift nor delete bans', async (_who, caller) => {
  const { id } = await ban()
  const request = { userId: player, reason: '', scope: '', durationMs: 0, notes: '', evidenceJson: '' }
  const { client } = moderation
  const context = await caller()
  const calls = [
    client.createBan(request, context),
    client.liftBan({ id, liftReason: '' }, context),
    client.liftAllBans({ userId: player, scope: '', liftReason: '' }, context),
    client.deleteBan({ id }, context),
  ]
  expect(await Promise.all(calls.map(refusalOf))).toEqual(calls.map(() => 'NOT_ALLOWED'))
  expect(held()).toEqual([id])
})
