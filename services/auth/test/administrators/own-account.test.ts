import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { FIRST_PHRASE, type Office, openOffice, PHRASE, type SignedIn } from './office.js'

const STEP_MS = 30_000
const NEW_PHRASE = 'a phrase that no one has seen'

let office: Office
beforeAll(async () => {
  office = await openOffice({ ADMIN_TOTP_REQUIRED: 'true' })
  // The first administrator hires everyone and needs a code for that.
  const { code } = await office.setUpTotp(await office.signIn())
  const signIn = office.signIn
  office = {
    ...office,
    signIn: async (given = {}) => {
      if (given.username !== undefined) return signIn(given)
      office.passTime(2 * STEP_MS)
      return signIn({ ...given, code: code() })
    },
  }
})
afterAll(() => office.close())

/** Creates an administrator who has signed in with only a password. */
async function hire(name: string): Promise<SignedIn> {
  const owner = await office.signIn()
  const request = { name, role: 'support', childSafety: false, password: FIRST_PHRASE }
  await office.auth.client.createAdministrator(request, await owner.context())
  const person = await office.signIn({ username: name, password: FIRST_PHRASE })
  const passwords = { currentPassword: FIRST_PHRASE, newPassword: PHRASE }
  await office.auth.client.changeOwnPassword(passwords, await person.context())
  return { ...person, identity: await office.resolve(person) }
}

describe('where TOTP is required', () => {
  test('allows nothing but the setup until it is done', async () => {
    const person = await hire('fresh')
    expect(person.identity).toMatchObject({ permissions: [], totpEnabled: false, totpSetupRequired: true })
    const read = async () => office.auth.client.listTopGuilds({}, await person.context())
    await expect(read()).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await office.setUpTotp(person)
    const identity = await office.resolve(person)
    expect(identity).toMatchObject({ totpEnabled: true, totpSetupRequired: false })
    expect(identity.permissions).toContain('members.read')
    await expect(read()).resolves.toEqual({ guilds: [] })
  })

  test('ends a session that was opened with the password alone', async () => {
    const person = await hire('careful')
    const thief = await office.signIn({ username: 'careful', password: PHRASE, address: '192.0.2.66' })
    await office.setUpTotp(person)
    await expect(office.resolve(thief)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(office.resolve(person)).resolves.toMatchObject({ totpEnabled: true })
  })
})

describe('setting up TOTP', () => {
  test('returns a secret and an otpauth URL and stores the secret only encrypted', async () => {
    const person = await hire('shown')
    const { secret, otpauthUrl } = await office.auth.client.beginTotp({}, await person.context())
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(otpauthUrl)
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', '/Kla:shown'])
    expect(url.searchParams.get('secret')).toBe(secret)
    const { rows } = await office.auth.database.query<{ totp_pending: Buffer }>(
      "SELECT totp_pending FROM administrators WHERE name = 'shown'",
    )
    expect(rows[0]!.totp_pending).toHaveLength(12 + 16 + 20)
    expect(office.auth.logged()).not.toContain(secret)
  })

  test('requires a code of the latest secret', async () => {
    const person = await hire('unsure')
    const confirm = async (code: string) => office.auth.client.confirmTotp({ code }, await person.context())
    await expect(confirm('000000')).rejects.toMatchObject({ reason: 'WRONG_CODE' })
    await office.auth.client.beginTotp({}, await person.context())
    for (const wrong of ['', '12345', 'abcdef', '1'.repeat(10_000)]) {
      await expect(confirm(wrong)).rejects.toMatchObject({ reason: 'WRONG_CODE' })
    }
    expect(await office.resolve(person)).toMatchObject({ totpEnabled: false })
    await office.setUpTotp(person)
    await expect(office.audited({ by: 'unsure' }, 'administrators.totp', 1)).resolves.toHaveLength(1)
  })

  test('succeeds once', async () => {
    const person = await hire('once')
    await office.setUpTotp(person)
    await expect(office.auth.client.beginTotp({}, await person.context())).rejects.toMatchObject({
      reason: 'TOTP_ALREADY_SET',
    })
  })
})

describe('changeOwnPassword', () => {
  const change = async (person: SignedIn, currentPassword: string, newPassword: string) =>
    office.auth.client.changeOwnPassword({ currentPassword, newPassword }, await person.context())

  test('replaces the old password and ends all other sessions', async () => {
    const [person, other] = [await hire('changing'), await office.signIn({ username: 'changing', password: PHRASE })]
    await change(person, PHRASE, NEW_PHRASE)
    await expect(office.resolve(other)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(office.resolve(person)).resolves.toMatchObject({ name: 'changing' })
    const old = office.signIn({ username: 'changing', password: PHRASE })
    await expect(old).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    await expect(office.signIn({ username: 'changing', password: NEW_PHRASE })).resolves.toBeDefined()
    const [event] = await office.audited({ by: 'changing' }, 'administrators.password', 1)
    expect(JSON.parse(event!.details)).toEqual({ by: 'self' })
  })

  test('requires the old password and limits guesses', async () => {
    const person = await hire('guarded')
    for (let times = 0; times < 5; times += 1) {
      await expect(change(person, 'not it, I fear', NEW_PHRASE)).rejects.toMatchObject({ reason: 'WRONG_PASSWORD' })
    }
    await expect(change(person, PHRASE, NEW_PHRASE)).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
    await expect(office.signIn({ username: 'guarded', password: PHRASE })).resolves.toBeDefined()
  })

  test('rejects a weak password', async () => {
    const person = await hire('lazybones')
    for (const weak of ['short', 'Lazybones123', 'x'.repeat(201)]) {
      await expect(change(person, PHRASE, weak)).rejects.toMatchObject({ reason: 'WEAK_PASSWORD' })
    }
  })
})

test('rejects anonymous callers and players', async () => {
  const player = await office.auth.principals.sign({ accountId: 1 })
  const { client } = office.auth
  for (const [context, reason] of [
    [{}, 'NOT_SIGNED_IN'],
    [{ principal: player }, 'NOT_ALLOWED'],
  ] as const) {
    await expect(client.beginTotp({}, context)).rejects.toMatchObject({ reason })
    await expect(client.confirmTotp({ code: '000000' }, context)).rejects.toMatchObject({ reason })
    const passwords = { currentPassword: PHRASE, newPassword: NEW_PHRASE }
    await expect(client.changeOwnPassword(passwords, context)).rejects.toMatchObject({ reason })
  }
})

describe('a password that another administrator set', () => {
  const asNew = async (name: string): Promise<SignedIn> => {
    const owner = await office.signIn()
    const request = { name, role: 'support', childSafety: false, password: FIRST_PHRASE }
    await office.auth.client.createAdministrator(request, await owner.context())
    return office.signIn({ username: name, password: FIRST_PHRASE })
  }
  const change = async (person: SignedIn, newPassword: string) =>
    office.auth.client.changeOwnPassword({ currentPassword: FIRST_PHRASE, newPassword }, await person.context())

  test('allows nothing but its own change, not even setting up TOTP', async () => {
    const person = await asNew('newcomer')
    expect(person.identity).toMatchObject({ permissions: [], passwordChangeRequired: true })
    const { client } = office.auth
    const context = await person.context()
    const refused = { reason: 'PASSWORD_CHANGE_REQUIRED' }
    await expect(client.beginTotp({}, context)).rejects.toMatchObject(refused)
    await expect(client.confirmTotp({ code: '000000' }, context)).rejects.toMatchObject(refused)
    await expect(client.listTopGuilds({}, context)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(client.approveAdministratorChange({ id: 'x' }, context)).rejects.toMatchObject({
      reason: 'NOT_ALLOWED',
    })

    await change(person, PHRASE)
    expect(await office.resolve(person)).toMatchObject({ passwordChangeRequired: false, totpSetupRequired: true })
    await office.setUpTotp(person)
    expect((await office.resolve(person)).permissions).toContain('members.read')
    const old = office.signIn({ username: 'newcomer', password: FIRST_PHRASE })
    await expect(old).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
  })

  test('cannot be kept by changing it to itself', async () => {
    const person = await asNew('stubborn')
    await expect(change(person, FIRST_PHRASE)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    expect(await office.resolve(person)).toMatchObject({ passwordChangeRequired: true })
  })

  test('must be changed again after an owner sets another', async () => {
    const person = await asNew('forgetful')
    await change(person, PHRASE)
    const owner = await office.signIn()
    const request = { id: person.identity.id, password: FIRST_PHRASE, resetTotp: false, resetPasskeys: false }
    await office.auth.client.updateAdministrator(request, await owner.context())
    const again = await office.signIn({ username: 'forgetful', password: FIRST_PHRASE })
    expect(again.identity).toMatchObject({ permissions: [], passwordChangeRequired: true })
  })

  test('need not be changed when it comes from the settings', async () => {
    expect((await office.signIn()).identity).toMatchObject({ passwordChangeRequired: false })
  })
})
