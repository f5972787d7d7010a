import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { refusalOf } from '@kla/testkit'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

/** A ban that says what it expects to be in force. */

const HOUR_MS = 3_600_000
const NONE = { id: 0, version: 0, then: '' }

let moderation: Moderation
let other: Client
let player = 5_000
beforeAll(async () => {
  moderation = await createModeration()
  other = (await moderation.pod()).client
}, 60_000)
afterAll(() => moderation.close())
beforeEach(() => {
  player++
})

const mod = (id = 5) => moderation.administrator(id, 'bans.read', 'bans.set', 'bans.lift')
const order = (given: object = {}) => ({
  userId: player,
  reason: 'Spam.',
  scope: 'global',
  durationMs: HOUR_MS,
  notes: '',
  evidenceJson: '',
  ...given,
})
const inForce = async () =>
  (await moderation.client.listBans({ limit: 25, offset: 0, userId: player, scope: '', active: true }, await mod()))
    .bans
/** The newest of these entries: reading leaves entries too. */
const changeOf = async (action: string) => (await moderation.audited(20)).find((entry) => entry.action === action)
const restrictions = () => moderation.auth.put.findLast(({ accountId }) => accountId === player)?.restrictions ?? []

describe('CreateBan', () => {
  test('sets one of two bans that are ordered simultaneously, and notifies the other moderator', async () => {
    const [anna, bela] = await Promise.all([mod(5), mod(6)])
    const outcomes = await Promise.all([
      refusalOf(moderation.client.createBan(order({ expected: NONE }), anna)),
      refusalOf(other.createBan(order({ expected: NONE, reason: 'Threats.' }), bela)),
    ])
    expect([...outcomes].sort()).toEqual(['ALREADY_BANNED', 'not refused'])
    const winner = outcomes[0] === 'not refused' ? 'mod5' : 'mod6'
    expect(await inForce()).toMatchObject([{ bannedBy: winner, version: 1 }])
  })

  test('sets both without an expectation, as the specification requires, even without a reason', async () => {
    await moderation.client.createBan(order({ reason: '' }), await mod(5))
    await moderation.client.createBan(order({ reason: '' }), await mod(6))
    expect(await inForce()).toHaveLength(2)
  })

  test('is independent in another scope', async () => {
    await moderation.client.createBan(order({ scope: 'chat', expected: NONE }), await mod(6))
    expect(await refusalOf(moderation.client.createBan(order({ expected: NONE }), await mod()))).toBe('not refused')
  })

  test('answers a retry of the order that has set the ban', async () => {
    const anna = await mod()
    const set = await moderation.client.createBan(order({ expected: NONE }), anna)
    expect(await moderation.client.createBan(order({ expected: NONE }), anna)).toEqual(set)
  })

  test('extends the seen ban: a later end, the new reason, the former one in the thread', async () => {
    const set = await moderation.client.createBan(order(), await mod(6))
    const extend = order({
      durationMs: 48 * HOUR_MS,
      reason: 'Spam again.',
      notes: 'Third time.',
      expected: { id: set.id, version: 1, then: 'extend' },
    })
    const extended = await moderation.client.createBan(extend, await mod())
    expect(extended).toMatchObject({ id: set.id, reason: 'Spam again.', bannedBy: 'mod6', changedBy: 'mod5' })
    expect(extended.expiresAtMs - set.expiresAtMs).toBeGreaterThan(40 * HOUR_MS)
    expect(extended.thread?.notes.map(({ by, text }) => `${by}: ${text}`)).toEqual([
      'mod5: Reason until now: Spam.',
      'mod5: Third time.',
    ])
    expect(await inForce()).toHaveLength(1)
    expect(restrictions()).toMatchObject([{ untilMs: extended.expiresAtMs, reason: 'Spam again.' }])
    expect(await changeOf('bans.extend')).toMatchObject({ subjectId: String(set.id) })
    expect(await moderation.client.createBan(extend, await mod())).toEqual(extended)
    expect(await refusalOf(moderation.client.createBan(extend, await mod(6)))).toBe('CHANGED_MEANWHILE')
  })

  test('does not extend to an earlier end', async () => {
    const set = await moderation.client.createBan(order(), await mod(6))
    const extend = order({ durationMs: HOUR_MS / 2, expected: { id: set.id, version: 1, then: 'extend' } })
    expect(await refusalOf(moderation.client.createBan(extend, await mod()))).toBe('INVALID_FIELD')
    expect(await inForce()).toEqual([expect.objectContaining({ expiresAtMs: set.expiresAtMs, version: 1 })])
  })

  test('replaces the seen ban in one transaction', async () => {
    const set = await moderation.client.createBan(order({ durationMs: 0 }), await mod(6))
    const replace = order({ reason: 'Milder.', expected: { id: set.id, version: 1, then: 'replace' } })
    const replaced = await moderation.client.createBan(replace, await mod())
    expect(replaced.id).not.toBe(set.id)
    expect(await inForce()).toMatchObject([{ id: replaced.id, reason: 'Milder.' }])
    const former = await moderation.client.getBan({ id: set.id }, await mod())
    expect(former).toMatchObject({ liftedBy: 'mod5', liftReason: 'Replaced by another ban' })
    expect(restrictions()).toMatchObject([{ banId: replaced.id }])
    const entry = await changeOf('bans.replace')
    expect(entry).toMatchObject({ subjectId: String(replaced.id) })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({ replaced: set.id })
  })

  test.each(['extend', 'replace'])('refuses to %s a ban that someone else has lifted or changed', async (then) => {
    const set = await moderation.client.createBan(order(), await mod(6))
    const wanted = order({ durationMs: 0, expected: { id: set.id, version: 1, then } })
    await moderation.client.liftBan({ id: set.id, liftReason: '' }, await mod(6))
    expect(await refusalOf(moderation.client.createBan(wanted, await mod()))).toBe('CHANGED_MEANWHILE')
    await moderation.client.createBan(order({ reason: 'Another.' }), await mod(6))
    expect(await refusalOf(moderation.client.createBan(wanted, await mod()))).toBe('ALREADY_BANNED')
    expect(await inForce()).toMatchObject([{ reason: 'Another.' }])
  })
})
