import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createPrincipalVerifier } from '@kla/chassis'
import { type Restriction, RestrictionsChanged, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { jumps, VERSION_AHEAD_MAX_MS } from '../../src/restrictions/rules.js'
import { type Harness, startHarness } from '../harness.js'
import { recordBus } from '../recorded-bus.js'

const HOUR_MS = 3_600_000
const recorded = recordBus()

let auth: Harness

beforeAll(async () => {
  auth = await startHarness({}, { bus: recorded.bus })
})
afterEach(() => recorded.breakDown(false))
afterAll(() => auth.close())

const restriction = (given: Partial<Restriction> = {}): Restriction => ({
  scope: 'global',
  untilMs: 0,
  reason: 'Threats',
  banId: 7,
  ...given,
})

async function signIn(persona: string) {
  const { sessionId } = await auth.login(persona)
  const resolve = () => auth.client.resolveSession({ sessionId })
  const accountId = (await resolve()).account!.id
  const put = (version: number, ...restrictions: Restriction[]) =>
    auth.client.putRestrictions({ accountId, version, restrictions })
  return { resolve, accountId, put, published: () => publishedOf(accountId) }
}

const publishedOf = (accountId: number): RestrictionsChanged[] =>
  recorded.of(subjects.eventRestrictionsChanged, RestrictionsChanged).filter((event) => event.accountId === accountId)

const listed = async (...accountIds: number[]) => (await auth.client.listRestrictions({ accountIds })).accounts

describe('restrictions of an account', () => {
  test('are empty at first', async () => {
    const { resolve, accountId } = await signIn('Innocent')
    expect(await resolve()).toMatchObject({ restrictions: [], restrictionsVersion: 0 })
    expect(await listed(accountId)).toEqual([])
  })

  test('are in the identity and the principal once put', async () => {
    const { resolve, put } = await signIn('Banned')
    const bans = [restriction(), restriction({ scope: 'chat', untilMs: Date.now() + HOUR_MS, reason: '', banId: 8 })]
    await put(1, ...bans)
    const identity = await resolve()
    expect(identity).toMatchObject({ restrictions: bans, restrictionsVersion: 1 })
    const verify = await createPrincipalVerifier(auth.publicKeyPem)
    expect((await verify(identity.principal)).restrictions).toEqual([
      { scope: 'global', untilMs: 0 },
      { scope: 'chat', untilMs: bans[1]!.untilMs },
    ])
  })

  test('expire one by one', async () => {
    const { resolve, put, accountId } = await signIn('Patient')
    const short = restriction({ scope: 'rooms', untilMs: Date.now() + 3 * HOUR_MS })
    const long = restriction({ scope: 'chat', untilMs: Date.now() + 30 * HOUR_MS })
    await put(1, short, long)
    expect((await resolve()).restrictions).toEqual([short, long])
    auth.passTime(4 * HOUR_MS)
    expect((await resolve()).restrictions).toEqual([long])
    expect(await listed(accountId)).toEqual([{ accountId, version: 1, restrictions: [long] }])
  })

  test('end when the ban is lifted, with a newer version', async () => {
    const { resolve, put, accountId } = await signIn('Forgiven')
    await put(1, restriction())
    await put(2)
    expect(await resolve()).toMatchObject({ restrictions: [], restrictionsVersion: 2 })
    expect(await listed(accountId)).toEqual([{ accountId, version: 2, restrictions: [] }])
  })

  test('ignore late and repeated versions', async () => {
    const { resolve, put, published } = await signIn('Overtaken')
    await put(5)
    await put(4, restriction())
    await put(5, restriction())
    expect(await resolve()).toMatchObject({ restrictions: [], restrictionsVersion: 5 })
    await put(6, restriction())
    await eventually(() => published().length === 2)
    expect(published().map(({ version }) => version)).toEqual([5, 6])
  })

  test('do not prevent a banned player from signing in or attesting an age', async () => {
    const { resolve, put } = await signIn('Young and banned')
    await put(1, restriction())
    const { principal } = await resolve()
    await expect(auth.client.attestAge({ over18: true }, { principal })).resolves.toEqual({ accepted: true })
    await expect(auth.login('Young and banned')).resolves.toBeDefined()
  })
})

describe('the row of an account', () => {
  const remove = (id: number) => auth.database.query('DELETE FROM accounts WHERE id = $1', [id])
  const REMOVE_DATA = /```sql\n(UPDATE accounts[^`]*)```/

  test('cannot be deleted while a ban is in force, and can once it is over', async () => {
    const { put, accountId } = await signIn('Erased while banned')
    await put(1, restriction())
    await expect(remove(accountId)).rejects.toMatchObject({
      message: `account ${accountId} is kept: a ban is in force`,
      hint: expect.stringContaining('Deleting an account'),
    })
    await put(2, restriction({ untilMs: Date.now() + HOUR_MS }))
    await expect(remove(accountId)).rejects.toThrow('a ban is in force')
    const again = await signIn('Erased while banned')
    expect(again.accountId).toBe(accountId)
    expect(await again.resolve()).toMatchObject({ restrictionsVersion: 2 })

    await put(3, restriction({ untilMs: Date.now() - 1 }))
    await expect(remove(accountId)).resolves.toMatchObject({ rowCount: 1 })
  })

  test('cannot be deleted while its age is locked', async () => {
    const { resolve, put, accountId } = await signIn('Erased while locked')
    await auth.client.attestAge({ over18: false }, { principal: (await resolve()).principal })
    await expect(remove(accountId)).rejects.toThrow(`account ${accountId} is kept: its age is locked`)
    await put(1, restriction())
    await expect(remove(accountId)).rejects.toThrow('a ban is in force and its age is locked')
    await put(2)
    await auth.database.query('UPDATE accounts SET age_locked_at = NULL WHERE id = $1', [accountId])
    await expect(remove(accountId)).resolves.toMatchObject({ rowCount: 1 })
  })

  test('is kept without personal data by the statements that the README gives', async () => {
    const { put, accountId } = await signIn('Emptied while banned')
    await put(1, restriction())
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    await auth.database.query(`UPDATE account_numbers SET shown_name = 'emptied' WHERE number = $1`, [accountId])
    const [, statements = ''] = REMOVE_DATA.exec(readme) ?? []
    await auth.database.query(statements.replace(/<id>/g, String(accountId)))
    for (const [table, column] of [
      ['accounts', 'id'],
      ['account_numbers', 'account_id'],
    ]) {
      const { rows } = await auth.database.query(`SELECT * FROM ${table} WHERE ${column} = $1`, [accountId])
      expect(rows).not.toEqual([])
      expect(JSON.stringify(rows)).not.toMatch(/emptied/i)
    }
    expect((await signIn('Emptied while banned')).accountId).toBe(accountId)
  })
})

describe('putRestrictions', () => {
  test('publishes an event', async () => {
    const { put, accountId, published } = await signIn('Published')
    await put(1, restriction())
    await eventually(() => published().length > 0)
    expect(published()).toEqual([{ eventId: expect.any(String), accountId, version: 1, restrictions: [restriction()] }])
  })

  test('publishes when NATS is back after an outage', async () => {
    const { put, published, resolve } = await signIn('Outage')
    recorded.breakDown(true)
    await put(1, restriction())
    expect((await resolve()).restrictionsVersion).toBe(1)
    expect(published()).toEqual([])
    recorded.breakDown(false)
    await eventually(() => published().length === 1)
  })

  test('rejects a version too far ahead and accepts the real ones after it', async () => {
    const { resolve, put, published } = await signIn('Forged')
    await put(3, restriction())
    for (const version of [Date.now() + 1_000 * HOUR_MS, Number.MAX_SAFE_INTEGER]) {
      await expect(put(version)).rejects.toMatchObject({ reason: 'VERSION_JUMPS' })
    }
    expect(await resolve()).toMatchObject({ restrictionsVersion: 3, restrictions: [restriction()] })
    const now = Date.now()
    await put(now, restriction({ scope: 'chat' }))
    expect(await resolve()).toMatchObject({ restrictionsVersion: now, restrictions: [restriction({ scope: 'chat' })] })
    await eventually(() => published().length === 2)
    expect(published().map(({ version }) => version)).toEqual([3, now])
  })

  test('takes a version as far ahead as clocks may differ', () => {
    expect([0, 1].map((more) => jumps(9 + VERSION_AHEAD_MAX_MS + more, 9))).toEqual([false, true])
  })

  test('accepts a version after some were missed', async () => {
    const { resolve, put } = await signIn('Missed')
    await put(1_000, restriction())
    await put(2_000)
    await put(1_001, restriction())
    await put(2_000, restriction())
    expect(await resolve()).toMatchObject({ restrictionsVersion: 2_000, restrictions: [] })
  })

  test('rejects an unknown account and publishes nothing', async () => {
    for (const accountId of [999_999, 0, -1, 2 ** 40]) {
      await expect(auth.client.putRestrictions({ accountId, version: 1, restrictions: [] })).rejects.toMatchObject({
        reason: 'NO_SUCH_ACCOUNT',
      })
      expect(publishedOf(accountId)).toEqual([])
    }
  })

  test.each([
    ['an unknown scope', 1, [restriction({ scope: 'everything' })]],
    ['a time before 1970', 1, [restriction({ untilMs: -1 })]],
    ['no version', 0, [restriction()]],
  ])('rejects %s and changes nothing', async (_fault, version, restrictions) => {
    const { put, resolve } = await signIn('Faultless')
    await expect(put(version, ...restrictions)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    expect(await resolve()).toMatchObject({ restrictions: [], restrictionsVersion: 0 })
  })

  test('keeps every character of a reason', async () => {
    const { put, resolve } = await signIn('Quoted')
    const reason = `"it's" \\ \0 \n 🙂`
    await put(1, restriction({ reason }))
    expect((await resolve()).restrictions[0]?.reason).toBe(reason)
  })
})

test('rejects a list of more accounts than a gateway may need', async () => {
  const ids = Array.from({ length: 5_001 }, (_, at) => at + 1)
  await expect(listed(...ids)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  await expect(listed(...ids.slice(1))).resolves.toBeInstanceOf(Array)
})
