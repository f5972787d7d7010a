import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Change, DEPUTY, type Office, openOffice, PHRASE, type SignedIn } from './office.js'

let office: Office
let owner: SignedIn
beforeAll(async () => {
  office = await openOffice()
  owner = await office.signIn()
})
afterAll(() => office.close())

const update = async (id: number, change: Change, by: SignedIn = owner) =>
  office.auth.client.updateAdministrator({ id, resetTotp: false, resetPasskeys: false, ...change }, await by.context())

/** What the principal says of its administrator. */
async function claimOf(person: SignedIn): Promise<unknown> {
  const [, claims] = (await person.context()).principal.split('.')
  return (JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { administrator: unknown }).administrator
}

const gone = { reason: 'NOT_SIGNED_IN' }

describe('a change that takes rights away', () => {
  test.each<[string, string, Change]>([
    ['a smaller role', 'moderator', { role: 'viewer' }],
    ['another role', 'viewer', { role: 'support' }],
    ['the loss of child safety', 'viewer', { childSafety: false }],
    ['being disabled', 'viewer', { disabled: true }],
    ['a new password by an owner', 'viewer', { password: 'given by someone else' }],
  ])('ends the sessions at once: %s', async (what, role, change) => {
    const name = `loses-${what.replace(/ /g, '-')}`.slice(0, 40)
    const person = await office.hire(name, role, true)
    await office.together(person.identity.id, change)
    await expect(office.resolve(person)).rejects.toMatchObject(gone)
    await office.audited({ by: 'admin', on: person.identity.id }, 'administrators.update', 1)
  })

  test('requires a new TOTP setup after a reset', async () => {
    const person = await office.hire('new-phone', 'viewer')
    await office.setUpTotp(person)
    await expect(update(person.identity.id, { resetTotp: true })).resolves.toMatchObject({ totpEnabled: false })
    await expect(office.resolve(person)).rejects.toMatchObject(gone)
    office.passTime(60_000)
    const again = await office.signIn({ username: 'new-phone', password: PHRASE })
    await expect(office.setUpTotp(again)).resolves.toBeDefined()
  })
})

test('applies granted rights to the open session at once', async () => {
  const person = await office.hire('rising', 'viewer')
  await office.together(person.identity.id, { role: 'moderator', childSafety: true })
  const { role, permissions } = await office.resolve(person)
  expect(role).toBe('moderator')
  expect(permissions).toEqual(expect.arrayContaining(['bans.set', 'reports.grave']))
})

test("declares an own player account, which calls on the administrator's behalf carry, and records it", async () => {
  const person = await office.hire('plays', 'moderator')
  const { id } = person.identity
  const { sessionId } = await office.auth.login('Plays')
  const playerId = (await office.auth.client.resolveSession({ sessionId })).account!.id
  await expect(update(id, { playerId: 999_999_999 })).rejects.toMatchObject({ reason: 'NO_SUCH_ACCOUNT' })
  expect(await update(id, { playerId })).toMatchObject({ playerId })
  expect(await claimOf(person)).toMatchObject({ playerId })
  await update(id, { role: 'moderator' })
  await expect(update(id, { playerId: 0 })).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
  expect(await office.together(id, { playerId: 0 })).toMatchObject({ playerId: 0 })
  expect(await claimOf(person)).not.toHaveProperty('playerId')
  const events = await office.audited({ by: 'admin', on: id }, 'administrators.update', 2)
  expect(events.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
    { player_id: { from: null, to: playerId } },
    expect.objectContaining({ player_id: { from: playerId, to: null } }),
  ])
})

test('records old and new values in the audit log, and nothing without a change', async () => {
  const { identity } = await office.hire('watched', 'viewer')
  await update(identity.id, { role: 'support', password: 'a phrase that is no secret?' })
  await update(identity.id, { role: 'support' })
  await update(identity.id, { disabled: true })
  const events = await office.audited({ by: 'admin', on: identity.id }, 'administrators.update', 2)
  expect(events.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
    { role: { from: 'viewer', to: 'support' }, password: 'set' },
    { disabled: { from: false, to: true } },
  ])
})

describe('updateAdministrator', () => {
  test.each<[string, Change, string]>([
    ['an unknown role', { role: 'emperor' }, 'INVALID_FIELD'],
    ['an empty role', { role: '' }, 'INVALID_FIELD'],
    ['a weak password', { password: 'password1234', role: 'owner' }, 'WEAK_PASSWORD'],
  ])('refuses %s and changes nothing', async (what, change, reason) => {
    const { identity } = await office.hire(`refused-${what.replace(/ /g, '-')}`, 'viewer')
    await expect(update(identity.id, change)).rejects.toMatchObject({ reason })
    await expect(update(identity.id, {})).resolves.toMatchObject({ role: 'viewer', disabled: false })
  })

  test.each([0, -1, 999_999, Number.MAX_SAFE_INTEGER])('refuses the unknown id %i', async (id) => {
    await expect(update(id, { disabled: true })).rejects.toMatchObject({ reason: 'ADMINISTRATOR_NOT_FOUND' })
  })

  test.each<Change>([{ password: PHRASE }, { resetTotp: true }])('refuses %j for oneself', async (change) => {
    await expect(update(owner.identity.id, change)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test.each(['moderator', 'support', 'viewer'])('refuses a %s', async (role) => {
    const person = await office.hire(`tries-${role}`, role, true)
    await expect(update(person.identity.id, { role: 'owner' }, person)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
  })
})

describe('child safety', () => {
  test('may be granted again to a holder', async () => {
    await expect(update(owner.identity.id, { childSafety: true })).resolves.toMatchObject({ childSafety: true })
  })

  test('is refused to an administrator who has not chosen a password', async () => {
    const request = { name: 'unsettled', role: 'viewer', childSafety: false, password: PHRASE }
    const { id } = await office.auth.client.createAdministrator(request, await owner.context())
    for (const change of [{ childSafety: true }, { role: 'owner' }, { role: 'moderator' }]) {
      await expect(update(id, change)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    }
  })
})

describe('the last owner', () => {
  test('cannot be removed', async () => {
    await office.auth.database.query("UPDATE administrators SET role = 'viewer' WHERE name = 'deputy'")
    for (const change of [{ role: 'viewer' }, { disabled: true }]) {
      await expect(update(owner.identity.id, change)).rejects.toMatchObject({ reason: 'LAST_OWNER' })
    }
  })

  test('remains when all owners are removed concurrently', async () => {
    await office.auth.database.query("UPDATE administrators SET role = 'owner' WHERE name = 'deputy'")
    const others = [await office.hire('owner-two', 'owner'), await office.signIn(DEPUTY)]
    const everyone = [owner, ...others]
    const contexts = await Promise.all(everyone.map((person) => person.context()))
    const outcomes = await Promise.allSettled(
      everyone.map(({ identity }, at) =>
        office.auth.client.updateAdministrator(
          { id: identity.id, role: 'viewer', resetTotp: false, resetPasskeys: false },
          contexts[at],
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ reason: 'LAST_OWNER' }) },
    ])
    const { rows } = await office.auth.database.query(
      "SELECT 1 FROM administrators WHERE role = 'owner' AND NOT disabled",
    )
    expect(rows).toHaveLength(1)
    await office.auth.database.query("UPDATE administrators SET role = 'owner' WHERE name IN ('admin', 'deputy')")
    owner = await office.signIn()
  })
})

test('opens no session for a concurrent sign-in when rights are removed', async () => {
  const { identity } = await office.hire('racing', 'viewer')
  const outcomes = await Promise.allSettled([
    ...[1, 2, 3].map(() => office.signIn({ username: 'racing', password: PHRASE })),
    update(identity.id, { disabled: true }),
  ])
  expect(outcomes.at(-1)?.status).toBe('fulfilled')
  const { rows } = await office.auth.database.query(
    'SELECT 1 FROM administrator_sessions WHERE administrator_id = $1',
    [identity.id],
  )
  expect(rows).toEqual([])
})
