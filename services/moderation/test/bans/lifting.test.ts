import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { CreateBanRequest } from '@kla/proto'
import { BAN_REASON_MAX } from '@kla/proto/web'
import { createModeration, refusal, type Moderation } from '../support/moderation.js'

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

describe('lifting a ban', () => {
  test('is answered when auth knows, and is written down', async () => {
    const [one, other] = [await ban(), await ban({ scope: 'rooms' })]
    const lifted = await lift(one.id, ' a mistake ')
    expect(lifted).toEqual({
      ...{ ...one, liftedBy: 'mod2', liftReason: 'a mistake', liftedAtMs: expect.any(Number) },
    })
    expect(lifted.liftedAtMs).toBeGreaterThan(0)
    expect(held()).toEqual([other.id])
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'bans.lift', subjectId: String(one.id), actor: 'mod2' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ account_id: player, scope: 'chat' })
  })

  test('once more changes nothing', async () => {
    const { id } = await ban()
    const first = await lift(id, 'first')
    expect(await lift(id, 'second')).toEqual(first)
  })

  test.each([0, -1, 9_999_999])('of ban %d, which is none, is refused', async (id) => {
    expect(await refusal(lift(id))).toBe('BAN_NOT_FOUND')
  })

  test('with too long a reason is refused', async () => {
    const { id } = await ban()
    expect(await refusal(lift(id, 'x'.repeat(BAN_REASON_MAX + 1)))).toBe('INVALID_FIELD')
    expect(held()).toEqual([id])
  })
})

describe('lifting all bans', () => {
  test('of a scope leaves the others, and those that are over as they are', async () => {
    await ban({ durationMs: 1 })
    const [, , rooms] = [await ban(), await ban({ reason: 'x' }), await ban({ scope: 'rooms' })]
    moderation.clock.aheadMs += 10
    expect(await liftAll('chat', 'enough')).toEqual({ lifted: 2 })
    expect(held()).toEqual([rooms.id])
    expect((await listed()).bans.map(({ liftReason }) => liftReason)).toEqual(['', 'enough', 'enough', ''])
    expect(await liftAll()).toEqual({ lifted: 1 })
    expect(held()).toEqual([])
  })

  test('of nobody known lifts none', async () => {
    expect(await liftAll()).toEqual({ lifted: 0 })
  })

  test.each([
    ['no id', '', 0],
    ['a scope of its own', 'kitchen', 7],
  ])('of %s is refused', async (_what, scope, userId) => {
    expect(await refusal(liftAll(scope, '', userId))).toBe('INVALID_FIELD')
  })

  test('is written down with the bans it was about', async () => {
    const { id } = await ban()
    await liftAll('chat')
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'bans.lift-all', subjectId: String(player) })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ scope: 'chat', ban_ids: [id] })
  })
})

describe('deleting a ban', () => {
  test('lifts it and hides it, and says when it is erased', async () => {
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
    expect(await refusal(remove(id))).toBe('BAN_NOT_FOUND')
    expect(await refusal(lift(id))).toBe('BAN_NOT_FOUND')
  })

  test('whose answer was lost is answered the same, and written down once', async () => {
    const { id } = await ban()
    const first = await remove(id, 'one-request')
    moderation.clock.aheadMs += 1_000
    const before = await moderation.audited()
    expect(await remove(id, 'one-request')).toEqual(first)
    expect(await moderation.audited()).toEqual(before)
  })

  test('that is over, or held, leaves the others in force', async () => {
    const [over, kept] = [await ban({ durationMs: 1 }), await ban()]
    moderation.clock.aheadMs += 10
    await moderation.database.query('UPDATE bans SET held = true WHERE id = $1', [over.id])
    expect((await remove(over.id)).held).toBe(true)
    expect(held()).toEqual([kept.id])
  })
})

test.each([
  ['a player', async () => moderation.as(player)],
  ['somebody who may do other things', async () => moderation.may('bans.read', 'tickets.answer')],
])('%s may neither set nor lift nor delete', async (_who, caller) => {
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
  expect(await Promise.all(calls.map(refusal))).toEqual(calls.map(() => 'NOT_ALLOWED'))
  expect(held()).toEqual([id])
})
