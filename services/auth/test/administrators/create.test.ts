import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { DEPUTY, type Office, openOffice, PHRASE, type SignedIn } from './office.js'

let office: Office
let owner: SignedIn
beforeAll(async () => {
  office = await openOffice()
  owner = await office.signIn()
})
afterAll(() => office.close())

const given = { name: 'mo', role: 'support', childSafety: false, password: PHRASE }
const create = async (change: Partial<typeof given>, by = owner) =>
  office.auth.client.createAdministrator({ ...given, ...change }, await by.context())
const list = async (by = owner) => (await office.auth.client.listAdministrators({}, await by.context())).administrators

describe('createAdministrator', () => {
  test('creates an administrator who can sign in, and records it in the audit log', async () => {
    const created = await create({ name: 'Nora', role: 'support' })
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'nora',
      role: 'support',
      childSafety: false,
      totpEnabled: false,
      passkeys: 0,
      playerId: 0,
      disabled: false,
      createdAtMs: expect.any(Number),
      lastSeenAtMs: 0,
    })
    await office.signIn({ username: 'nora', password: PHRASE })
    const everyone = await list()
    expect(everyone.map(({ name }) => name)).toEqual(['admin', 'deputy', 'nora'])
    expect(everyone[2]?.lastSeenAtMs).toBeGreaterThan(0)
    const events = await office.audited({ by: 'admin', on: created.id }, 'administrators.create', 1)
    expect(JSON.parse(events[0]!.details)).toEqual({ role: 'support', child_safety: false })
  })

  test.each([
    ['ADMINISTRATOR_EXISTS', { name: 'ADMIN' }],
    ['INVALID_FIELD', { name: '' }],
    ['INVALID_FIELD', { name: 'two words' }],
    ['INVALID_FIELD', { name: "x'; DROP TABLE administrators" }],
    ['INVALID_FIELD', { name: 'x'.repeat(1_000_000) }],
    ['INVALID_FIELD', { role: 'root' }],
    ['WEAK_PASSWORD', { password: 'mo-password-1' }],
    ['WEAK_PASSWORD', { password: '' }],
  ])('rejects %s and creates nothing', async (reason, change) => {
    const before = await list()
    await expect(create(change)).rejects.toMatchObject({ reason })
    expect(await list()).toEqual(before)
  })

  test('records reads of the list in the audit log', async () => {
    const { administrators } = await office.auth.client.listAdministrators({}, await owner.context())
    const events = await office.audited({ by: 'admin' }, 'administrators.list', 1)
    const administrator_ids = administrators.map(({ id }) => id)
    expect(JSON.parse(events.at(-1)!.details)).toEqual({ administrator_ids })
  })

  test.each([
    ['a moderator', { role: 'moderator' }],
    ['an owner', { role: 'owner' }],
    ['a child-safety holder', { role: 'viewer', childSafety: true }],
  ])('requires a second person to create %s, and then creates exactly that once', async (_what, change) => {
    const before = await list()
    const wanted = { name: `puppet-${change.role}`, ...change }
    await expect(create(wanted)).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    expect(await list()).toEqual(before)

    const { client } = office.auth
    const asked = await client.askForAdministrator({ ...given, ...wanted, reason: 'Joins us.' }, await owner.context())
    await expect(create(wanted)).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    const deputy = await office.signIn(DEPUTY)
    await client.approveAdministratorChange({ id: asked.id }, await deputy.context())
    await expect(create({ ...wanted, name: 'another' })).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    await expect(create({ ...wanted, role: 'owner', childSafety: true })).rejects.toMatchObject({
      reason: 'SECOND_PERSON_REQUIRED',
    })
    const created = await create(wanted)
    const [entry] = await office.audited({ by: 'admin', on: created.id }, 'administrators.create', 1)
    expect(JSON.parse(entry!.details)).toMatchObject({ approval: asked.id, approved_by: 'deputy' })
    await expect(create({ ...wanted, name: `${wanted.name}-two` })).rejects.toMatchObject({
      reason: 'SECOND_PERSON_REQUIRED',
    })
  })

  test("reports whether two administrators could approve each other's requests", async () => {
    const answer = async () => (await office.auth.client.listAdministrators({}, await owner.context())).secondPerson
    expect(await answer()).toBe(true)
    await office.auth.database.query("UPDATE administrators SET disabled = true WHERE name <> 'admin'")
    expect(await answer()).toBe(false)
    await office.auth.database.query('UPDATE administrators SET disabled = false')
  })

  test('creates one administrator when the same name is requested twice concurrently', async () => {
    const outcomes = await Promise.allSettled([create({ name: 'twin' }), create({ name: 'twin' })])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each(['moderator', 'support', 'viewer'])('refuses a %s', async (role) => {
    const person = await office.hire(`a-${role}`, role, true)
    await expect(create({ name: 'friend', role: 'owner' }, person)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(list(person)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
  })

  test('refuses anonymous callers and players', async () => {
    const player = await office.auth.principals.sign({ accountId: 1 })
    for (const [context, reason] of [
      [{}, 'NOT_SIGNED_IN'],
      [{ principal: player }, 'NOT_ALLOWED'],
    ] as const) {
      await expect(office.auth.client.createAdministrator(given, context)).rejects.toMatchObject({ reason })
      await expect(office.auth.client.listAdministrators({}, context)).rejects.toMatchObject({ reason })
      const change = { id: 1, disabled: true, resetTotp: false, resetPasskeys: false }
      await expect(office.auth.client.updateAdministrator(change, context)).rejects.toMatchObject({ reason })
    }
  })
})
