import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { PASSKEY_CHALLENGE_MS, PASSKEYS_MAX, RECOVERY_CODES, STEP_UP_MS } from '@kla/proto/web'
import { createAuthenticator, type Flaws } from './authenticator.js'
import { type Enrolled, type Office, openOffice } from './office.js'

let office: Office
let hired = 0
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const client = () => office.auth.client

const hire = (role?: string) => office.enrol(`person-${(hired += 1)}`, role)

const signIn = ({ name }: Enrolled, code = '', address = '203.0.113.1') =>
  office.signIn({ username: name, code, address })

describe('adding a passkey', () => {
  test('keeps it, and gives recovery codes with the first one', async () => {
    const person = await hire()
    const { codes } = await office.addPasskey(person, '  Key\nring ')
    office.passTime(1)
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    expect((await office.addPasskey(person, 'Phone')).codes).toEqual([])
    const { passkeys, recoveryCodesLeft } = await client().listPasskeys({}, await person.context())
    expect(passkeys).toMatchObject([
      { name: 'Phone', lastUsedAtMs: 0, synced: false },
      { name: 'Key ring', lastUsedAtMs: 0, synced: false },
    ])
    expect(recoveryCodesLeft).toBe(RECOVERY_CODES)
    expect((await office.resolve(person)).passkeys).toBe(2)
    const [entry] = await office.audited({ by: person.name }, 'administrators.passkey-add', 2)
    expect(entry).toMatchObject({ subjectId: String(person.identity.id) })
    for (const code of codes) expect(office.auth.logged()).not.toContain(code)
  })

  test.each<[string, Flaws]>([
    ['of another origin', { origin: 'http://elsewhere.test' }],
    ['of another relying party', { rpId: 'elsewhere.test' }],
    ['without user verification', { unverified: true }],
    ['to another challenge', { challenge: 'AAAA' }],
  ])('refuses an answer %s', async (_what, flaws) => {
    const owner = await office.signIn()
    const { id: challengeId, options } = await client().beginPasskey({}, await owner.context())
    const request = { challengeId, response: createAuthenticator().create(options, flaws), name: 'Key' }
    await expect(client().addPasskey(request, await owner.context())).rejects.toMatchObject({
      reason: 'PASSKEY_INVALID',
    })
  })

  test('refuses a challenge that was used, or belongs to another session', async () => {
    const [person, other] = [await hire(), await hire()]
    const { id: challengeId, options } = await client().beginPasskey({}, await person.context())
    const request = { challengeId, response: createAuthenticator().create(options), name: 'Key' }
    const invalid = { reason: 'PASSKEY_INVALID' }
    await expect(client().addPasskey(request, await other.context())).rejects.toMatchObject(invalid)
    await expect(client().addPasskey(request, await person.context())).rejects.toMatchObject(invalid)
  })

  test('refuses options that were made before another passkey was added', async () => {
    const person = await hire()
    const { id: challengeId, options } = await client().beginPasskey({}, await person.context())
    await office.addPasskey(person)
    const request = { challengeId, response: createAuthenticator().create(options), name: 'Key' }
    await expect(client().addPasskey(request, await person.context())).rejects.toMatchObject({ reason: 'CONFLICT' })
  })

  test.each(['', ' \n ', 'x'.repeat(61)])('refuses the name %j', async (name) => {
    const owner = await office.signIn()
    const request = { challengeId: '', response: '{}', name }
    await expect(client().addPasskey(request, await owner.context())).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('refuses more than PASSKEYS_MAX', async () => {
    const person = await hire()
    for (let count = 0; count < PASSKEYS_MAX; count += 1) await office.addPasskey(person)
    await expect(office.addPasskey(person)).rejects.toMatchObject({ reason: 'PASSKEYS_FULL' })
  })

  test('needs a fresh session once there is a passkey', async () => {
    const person = await hire()
    office.passTime(STEP_UP_MS)
    await office.addPasskey(person)
    await expect(office.addPasskey(person)).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' })
  })
})

describe('signing in with a passkey', () => {
  test('opens a fresh session without password and code', async () => {
    const person = await hire()
    const { key } = await office.addPasskey(person)
    const { identity, ...session } = await office.signInWithPasskey(key)
    expect(identity).toMatchObject({ id: person.identity.id, freshUntilMs: office.now() + STEP_UP_MS })
    expect(identity.permissions).toContain('reports.read')
    const { passkeys } = await client().listPasskeys({}, await session.context())
    expect(passkeys[0]?.lastUsedAtMs).toBe(office.now())
    const entries = await office.audited({ by: person.name }, 'administrators.sign-in', 2)
    expect(JSON.parse(entries.at(-1)!.details)).toMatchObject({ outcome: 'opened', method: 'passkey' })
  })

  test.each<[string, Flaws]>([
    ['of another origin', { origin: 'http://elsewhere.test' }],
    ['of another relying party', { rpId: 'elsewhere.test' }],
    ['without user verification', { unverified: true }],
    ['to another challenge', { challenge: 'AAAA' }],
    ['that names another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['that names no account', { userHandle: null }],
  ])('refuses an answer %s', async (what, flaws) => {
    const { key } = await office.addPasskey(await hire())
    const given = { ...flaws, address: `192.0.2.${what.length}` }
    await expect(office.signInWithPasskey(key, given)).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    await expect(office.signInWithPasskey(key)).resolves.toBeDefined()
  })

  test.each(['', '{}', 'null', '[]', 'x', '{"id":"AAAA","response":null}', `{"id":"${'A'.repeat(10_000)}"}`])(
    'refuses the answer %j',
    async (response) => {
      const address = `198.51.100.${response.length % 250}`
      const { id: challengeId } = await client().beginPasskeySignIn({ address })
      await expect(client().signInWithPasskey({ challengeId, response, address })).rejects.toMatchObject({
        reason: 'ADMIN_LOGIN_FAILED',
      })
    },
  )

  test('takes a challenge once, and only within PASSKEY_CHALLENGE_MS', async () => {
    const { key } = await office.addPasskey(await hire())
    const address = '192.0.2.100'
    const begun = await client().beginPasskeySignIn({ address })
    const request = { challengeId: begun.id, response: key.get(begun.options), address }
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => client().signInWithPasskey(request)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

    const late = await client().beginPasskeySignIn({ address })
    office.passTime(PASSKEY_CHALLENGE_MS)
    const answer = { challengeId: late.id, response: key.get(late.options), address }
    await expect(client().signInWithPasskey(answer)).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
  })

  test('takes no challenge of a step-up', async () => {
    const person = await hire()
    const { key } = await office.addPasskey(person)
    const { id: challengeId, options } = await client().beginStepUp({}, await person.context())
    const request = { challengeId, response: key.get(options), address: '192.0.2.101' }
    await expect(client().signInWithPasskey(request)).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
  })

  test('refuses a counter that went back, and records it', async () => {
    const person = await hire()
    const { key } = await office.addPasskey(person)
    await office.signInWithPasskey(key, { counter: 9 })
    for (const counter of [8, 9]) {
      await expect(office.signInWithPasskey(key, { counter, address: '192.0.2.102' })).rejects.toMatchObject({
        reason: 'ADMIN_LOGIN_FAILED',
      })
    }
    expect(office.auth.logged()).toContain('may have been copied')
    const entries = await office.audited({ by: person.name }, 'administrators.sign-in', 4)
    expect(JSON.parse(entries.at(-1)!.details)).toEqual({ outcome: 'refused', stage: 'copied-passkey' })
    await expect(office.signInWithPasskey(key, { counter: 10 })).resolves.toBeDefined()
  })

  test('gives a disabled account the answer of any failure, and records it', async () => {
    const person = await hire()
    const { key } = await office.addPasskey(person)
    const owner = await office.signIn()
    const change = { id: person.identity.id, disabled: true, resetTotp: false, resetPasskeys: false }
    await client().updateAdministrator(change, await owner.context())
    await expect(office.signInWithPasskey(key, { address: '192.0.2.103' })).rejects.toMatchObject({
      reason: 'ADMIN_LOGIN_FAILED',
    })
    const entries = await office.audited({ by: person.name }, 'administrators.sign-in', 2)
    expect(JSON.parse(entries.at(-1)!.details)).toEqual({ outcome: 'refused', stage: 'disabled' })
  })

  test('makes a network wait after twenty failures, and gives it no end of challenges', async () => {
    const { key } = await office.addPasskey(await hire())
    const address = '192.0.2.104'
    for (let count = 0; count < 20; count += 1) {
      await expect(office.signInWithPasskey(key, { unverified: true, address })).rejects.toMatchObject({
        reason: 'ADMIN_LOGIN_FAILED',
      })
    }
    await expect(office.signInWithPasskey(key, { address })).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
    await expect(office.signInWithPasskey(key)).resolves.toBeDefined()
    const begun = await Promise.allSettled(
      Array.from({ length: 60 }, () => client().beginPasskeySignIn({ address: '192.0.2.105' })),
    )
    expect(begun.filter(({ status }) => status === 'rejected')).toEqual([])
    await expect(client().beginPasskeySignIn({ address: '192.0.2.105' })).rejects.toMatchObject({
      reason: 'RATE_LIMITED',
    })
  })
})

describe('signing in with a password', () => {
  test('is refused where a passkey is all there is, after the right password only', async () => {
    const person = await hire()
    await office.addPasskey(person)
    await expect(signIn(person)).rejects.toMatchObject({ reason: 'PASSKEY_REQUIRED' })
    const wrong = { username: person.name, password: 'not this one at all' }
    await expect(office.signIn(wrong)).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
  })

  test('takes a recovery code once', async () => {
    const person = await hire()
    const { codes } = await office.addPasskey(person)
    const given = codes[0]!.toUpperCase().replaceAll('-', ' ')
    const recovered = await signIn(person, given)
    expect((await client().listPasskeys({}, await recovered.context())).recoveryCodesLeft).toBe(RECOVERY_CODES - 1)
    await expect(signIn(person, given)).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    await office.audited({ by: person.name }, 'administrators.recovery-use', 1)
    const sessions = await client().listAdministratorSessions({ everyone: false }, await recovered.context())
    expect(sessions.sessions.find(({ current }) => current)).toMatchObject({ method: 'recovery' })
  })

  test('takes a recovery code once when 50 give it at once', async () => {
    const person = await hire()
    const { codes } = await office.addPasskey(person)
    const attempts = Array.from({ length: 50 }, (_, at) => signIn(person, codes[1], `10.0.${at}.1`))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await office.auth.database.query(
      'SELECT count(*)::int AS used FROM recovery_codes WHERE administrator_id = $1 AND used_at IS NOT NULL',
      [person.identity.id],
    )
    expect(rows).toEqual([{ used: 1 }])
  })

  test('takes the codes in force alone', async () => {
    const person = await hire()
    const { codes } = await office.addPasskey(person)
    const { recoveryCodes } = await client().renewRecoveryCodes({}, await person.context())
    expect(recoveryCodes).toHaveLength(RECOVERY_CODES)
    await expect(signIn(person, codes[0])).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    await expect(signIn(person, recoveryCodes[0])).resolves.toBeDefined()
    await office.audited({ by: person.name }, 'administrators.recovery-renew', 1)
  })
})

describe('removing a passkey', () => {
  test('ends the other sessions, takes the recovery codes with the last one, and can be repeated', async () => {
    const person = await hire()
    const { key } = await office.addPasskey(person)
    const elsewhere = await office.signInWithPasskey(key)
    const { passkeys } = await client().listPasskeys({}, await person.context())
    const { id } = passkeys[0]!
    const request = { ...(await person.context()), requestId: newId() }
    await client().removePasskey({ id }, request)
    await expect(client().removePasskey({ id }, request)).resolves.toEqual({})
    await expect(office.resolve(elsewhere)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(office.signInWithPasskey(key)).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    await expect(client().listPasskeys({}, await person.context())).resolves.toEqual({
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    await expect(signIn(person)).resolves.toBeDefined()
    await office.audited({ by: person.name }, 'administrators.passkey-remove', 1)
    for (const gone of [id, 'x']) {
      await expect(client().removePasskey({ id: gone }, await person.context())).rejects.toMatchObject({
        reason: 'PASSKEY_NOT_FOUND',
      })
    }
    await expect(client().renewRecoveryCodes({}, await person.context())).rejects.toMatchObject({
      reason: 'PASSKEY_NOT_FOUND',
    })
  })

  test("refuses another's passkey, and a session that is not fresh", async () => {
    const [person, other] = [await hire(), await hire()]
    await office.addPasskey(person)
    const { passkeys } = await client().listPasskeys({}, await person.context())
    const { id } = passkeys[0]!
    await expect(client().removePasskey({ id }, await other.context())).rejects.toMatchObject({
      reason: 'PASSKEY_NOT_FOUND',
    })
    office.passTime(STEP_UP_MS)
    for (const call of [() => client().removePasskey, () => client().renewRecoveryCodes]) {
      await expect(call()({ id }, await person.context())).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' })
    }
  })

  test('by another administrator ends the sessions and is recorded', async () => {
    const person = await hire('moderator')
    const { key, codes } = await office.addPasskey(person)
    const owner = await office.signIn()
    const change = { id: person.identity.id, resetTotp: false, resetPasskeys: true }
    await expect(client().updateAdministrator(change, await owner.context())).rejects.toMatchObject({
      reason: 'SECOND_PERSON_REQUIRED',
    })
    await expect(office.together(person.identity.id, { resetPasskeys: true })).resolves.toMatchObject({ passkeys: 0 })
    await expect(office.resolve(person)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(office.signInWithPasskey(key)).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    await expect(signIn(person, codes[0], '203.0.113.9')).resolves.toMatchObject({ identity: { passkeys: 0 } })
    const entries = await office.audited({ on: person.identity.id }, 'administrators.update', 1)
    expect(JSON.parse(entries.at(-1)!.details)).toMatchObject({ passkeys: 'reset' })
  })
})
