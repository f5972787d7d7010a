import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { CreateBanRequest } from '@kla/proto'
import { BAN_DURATION_MAX_MS, BAN_REASON_MAX, EVIDENCE_MAX_BYTES, NOTES_MAX } from '@kla/proto/web'
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

const HOUR_MS = 3_600_000
const order = (given: Partial<CreateBanRequest> = {}): CreateBanRequest => ({
  userId: player,
  reason: '',
  scope: 'chat',
  durationMs: 0,
  notes: '',
  evidenceJson: '',
  ...given,
})
const ban = async (given: Partial<CreateBanRequest> = {}, id = 1) =>
  moderation.client.createBan(order(given), await moderation.administrator(id, 'bans.set'))
const ownBans = async (accountId = player) =>
  (await moderation.client.listOwnBans({}, await moderation.as(accountId))).bans
const held = (accountId = player) => moderation.auth.bansOf(accountId, moderation.clock.now())

describe('CreateBan', () => {
  test('replies after auth has acknowledged', async () => {
    const given = { reason: '  Spam.  ', notes: ' seen twice ', evidenceJson: ' {"a": 1} ', durationMs: HOUR_MS }
    const set = await ban(given)
    expect(set).toMatchObject({
      userId: player,
      userName: `player${player}`,
      scope: 'chat',
      reason: 'Spam.',
      notes: 'seen twice',
      evidenceJson: '{"a": 1}',
      bannedBy: 'mod1',
      liftedAtMs: 0,
      held: false,
    })
    expect(set.expiresAtMs - set.bannedAtMs).toBe(HOUR_MS)
    expect(moderation.auth.held.get(player)?.restrictions).toEqual([
      { scope: 'chat', untilMs: set.expiresAtMs, reason: 'Spam.', banId: set.id },
    ])
  })

  test('records the ban without its texts', async () => {
    const { id } = await ban({ reason: 'a secret', notes: 'another' })
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'bans.create', subjectId: String(id), actor: 'mod1' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ account_id: player, scope: 'chat', duration_ms: 0 })
  })

  test('bans globally unless a scope is given', async () => {
    expect(await ban({ scope: '' })).toMatchObject({ scope: 'global', expiresAtMs: 0 })
  })

  test('sets overlapping bans', async () => {
    const ids = [await ban(), await ban({ reason: 'again' }), await ban({ scope: 'rooms' })].map(({ id }) => id)
    expect(held()).toEqual(ids)
    expect((await ownBans()).map(({ id }) => id)).toEqual(ids)
  })

  test('returns the same ban when repeated within ten seconds', async () => {
    const first = await ban({ reason: 'once' })
    expect(await ban({ reason: 'once' })).toEqual(first)
    const different = [await ban({ reason: 'other' }), await ban({ reason: 'once', durationMs: 1 })]
    expect(different.map(({ id }) => id)).not.toContain(first.id)
    expect((await ban({ reason: 'once' }, 2)).id).not.toBe(first.id)
  })

  test('sets one ban under concurrent repeats', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ban({ reason: 'at once' })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(held()).toEqual([all[0]?.id])
  })

  test('sets another ban after ten seconds or after a lift', async () => {
    const first = await ban({ durationMs: HOUR_MS })
    moderation.clock.aheadMs += 10_001
    const second = await ban({ durationMs: HOUR_MS })
    expect(second.id).not.toBe(first.id)
    await moderation.client.liftBan({ id: second.id, liftReason: '' }, await moderation.may('bans.lift'))
    expect((await ban({ durationMs: HOUR_MS })).id).not.toBe(second.id)
  })

  test.each<[string, Partial<CreateBanRequest>, string]>([
    ['a scope of its own', { scope: 'kitchen' }, 'INVALID_FIELD'],
    ['no account', { userId: 0 }, 'INVALID_FIELD'],
    ['a negative account id', { userId: -3 }, 'INVALID_FIELD'],
    ['an unknown account', { userId: 5_000_000 }, 'NO_SUCH_ACCOUNT'],
    ['a duration below zero', { durationMs: -1 }, 'INVALID_FIELD'],
    ['too long a duration', { durationMs: BAN_DURATION_MAX_MS + 1 }, 'INVALID_FIELD'],
    ['too long a reason', { reason: 'x'.repeat(BAN_REASON_MAX + 1) }, 'INVALID_FIELD'],
    ['too long notes', { notes: 'x'.repeat(NOTES_MAX + 1) }, 'INVALID_FIELD'],
    ['evidence that is no JSON', { evidenceJson: '{"a":' }, 'EVIDENCE_INVALID'],
    ['too much evidence', { evidenceJson: JSON.stringify('é'.repeat(EVIDENCE_MAX_BYTES / 2)) }, 'EVIDENCE_INVALID'],
  ])('rejects %s and changes nothing', async (_what, given, reason) => {
    const before = await moderation.audited()
    expect(await refusalOf(ban(given))).toBe(reason)
    expect(await moderation.audited()).toEqual(before)
    expect(await ownBans()).toEqual([])
  })

  test('accepts the largest values', async () => {
    const texts = { reason: 'ü'.repeat(BAN_REASON_MAX), notes: 'x'.repeat(NOTES_MAX) }
    const longest = { ...texts, durationMs: BAN_DURATION_MAX_MS }
    expect(await ban(longest)).toMatchObject({ reason: longest.reason })
  })

  test('allows at most fifty bans in force', async () => {
    for (let at = 0; at < 50; at++) await ban({ reason: `ban ${at}` })
    expect(await refusalOf(ban({ reason: 'one more' }))).toBe('INVALID_FIELD')
    const everything = { userId: player, scope: '', liftReason: '' }
    await moderation.client.liftAllBans(everything, await moderation.may('bans.lift'))
    expect(held()).toEqual([])
    await ban({ reason: 'one more' })
  })
})

test('ListOwnBans works for a player banned from everything', async () => {
  const { id, bannedAtMs } = await ban({ scope: 'global', reason: 'Cheating.', notes: 'not for you' })
  const banned = await moderation.as(player, [{ scope: 'global', untilMs: 0 }])
  expect((await moderation.client.listOwnBans({}, banned)).bans).toEqual([
    { id, scope: 'global', reason: 'Cheating.', bannedAtMs, expiresAtMs: 0 },
  ])
})

test('ListOwnBans leaves out a ban that is over', async () => {
  const { id } = await ban({ durationMs: 60_000 })
  moderation.clock.aheadMs += 60_000
  expect(await ownBans()).toEqual([])
  expect(held()).toEqual([])
  const lifted = await moderation.client.liftBan({ id, liftReason: 'late' }, await moderation.may('bans.lift'))
  expect(lifted.liftedAtMs).toBe(0)
})
