import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import { createBanChanges } from '../../src/bans/changes.js'
import { createBanStore } from '../../src/bans/store.js'
import { type Fault, NO_FAULTS } from '../support/fake-auth.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
})
afterAll(() => moderation.close())

let player = 100
beforeEach(() => {
  player++
})
afterEach(() => {
  moderation.auth.faults = NO_FAULTS
})

const ban = async (accountId = player, client: Client = moderation.client, reason = '') =>
  client.createBan(
    { userId: accountId, reason, scope: 'chat', durationMs: 0, notes: '', evidenceJson: '' },
    await moderation.may('bans.set'),
  )
const lift = async (id: number) => moderation.client.liftBan({ id, liftReason: '' }, await moderation.may('bans.lift'))
const held = (accountId = player) => moderation.auth.bansOf(accountId, moderation.clock.now())
const authFails = (put: (accountId: number) => Fault | undefined): void => {
  moderation.auth.faults = { ...NO_FAULTS, put }
}
const unpublished = async (): Promise<number[]> => {
  const { rows } = await moderation.database.query<{ account_id: number }>(
    'SELECT account_id FROM restriction_versions WHERE sent_version < version ORDER BY account_id',
  )
  return rows.map(({ account_id }) => account_id)
}
const everythingIsPublished = () => eventually(async () => (await unpublished()).length === 0, 15_000)
/** What a process leaves that dies before it publishes. */
const banAndDie = (accountId: number) =>
  createBanChanges(createBanStore(moderation.database)).set(
    { accountId, scope: 'rooms', reason: '', notes: '', evidence: '', durationMs: 0 },
    { by: { id: 1, name: 'mod1' }, atMs: moderation.clock.now() },
    ({ id }) => ({
      atMs: 1,
      actorId: 1,
      actor: 'mod1',
      action: 'bans.create',
      subjectKind: 'ban',
      subjectId: String(id),
      details: '{}',
      requestId: '',
      restricted: false,
      eventId: '',
    }),
  )

describe('a failing call to auth', () => {
  test.each<Fault>(['before', 'after', 'hangs', 'late'])(
    '(%s) does not delay the reply and is repeated',
    async (fault) => {
      authFails(() => fault)
      const startedAt = performance.now()
      const { id } = await ban()
      expect(performance.now() - startedAt).toBeLessThan(2_900)
      authFails(() => undefined)
      await everythingIsPublished()
      expect(held()).toEqual([id])
      await lift(id)
      moderation.auth.carryOutLate()
      expect(held()).toEqual([])
    },
  )

  test('does not delay other accounts', async () => {
    const [stuck, ...others] = Array.from({ length: 4 }, (_, at) => player + at)
    player += 4
    authFails((accountId) => (accountId === stuck ? 'before' : undefined))
    for (const accountId of [stuck, ...others]) await banAndDie(accountId ?? 0)
    await eventually(async () => expect(await unpublished()).toEqual([stuck]))
    authFails(() => undefined)
    await everythingIsPublished()
  })
})

test('publishes a ban made again after a failover lost it, above the version that gateways know', async () => {
  const versionOf = () => moderation.auth.put.findLast(({ accountId }) => accountId === player)?.version ?? 0
  await ban()
  const known = versionOf()
  for (const table of ['bans', 'restriction_versions'])
    await moderation.database.query(`DELETE FROM ${table} WHERE account_id = $1`, [player])
  moderation.clock.aheadMs += 1
  const { id } = await ban()
  expect(versionOf()).toBeGreaterThan(known)
  expect(held()).toEqual([id])
  await lift(id)
  expect(held()).toEqual([])
})

test('the relay publishes what a dead process has left', async () => {
  const before = player
  // More than a batch of a round.
  const accounts = Array.from({ length: 120 }, (_, at) => before + at)
  player += accounts.length
  for (const accountId of accounts) await banAndDie(accountId)
  await everythingIsPublished()
  expect(accounts.filter((accountId) => held(accountId).length !== 1)).toEqual([])
})

test('the relay publishes once for an account that auth does not know', async () => {
  moderation.auth.gone.add(player)
  await banAndDie(player)
  await everythingIsPublished()
  expect(moderation.auth.put.filter(({ accountId }) => accountId === player).length).toBeLessThanOrEqual(2)
})

test('CreateBan on several pods publishes every ban before it replies', async () => {
  const pods = [moderation.client, (await moderation.pod()).client, (await moderation.pod()).client]
  const set = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const { id } = await ban(player, pods[at % pods.length], `No. ${at}`)
      expect(held()).toContain(id)
      return id
    }),
  )
  await Promise.all(set.slice(0, 6).map(lift))
  expect(held()).toEqual(set.slice(6).sort((one, other) => one - other))
})

test('the relay measures how many accounts wait', async () => {
  authFails(() => 'before')
  await banAndDie(player)
  const waiting = async () => {
    const text = await (await fetch(`http://127.0.0.1:${moderation.service.ports.health}/metrics`)).text()
    return Number(/^kla_moderation_restrictions_waiting\{.*\} (\d+)$/m.exec(text)?.[1])
  }
  await eventually(async () => expect(await waiting()).toBe(1))
  authFails(() => undefined)
  await eventually(async () => expect(await waiting()).toBe(0))
})
