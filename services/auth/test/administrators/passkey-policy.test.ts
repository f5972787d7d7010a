import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { STEP_UP_MS } from '@kla/proto/web'
import type { Authenticator } from './authenticator.js'
import { DEPUTY, FIREFOX, FIRST, FIRST_PHRASE, type Office, openOffice, type SignedIn } from './office.js'

let office: Office
let key: Authenticator
let codes: string[]
beforeAll(async () => {
  office = await openOffice({ ADMIN_TOTP_REQUIRED: 'true', ADMIN_PASSKEYS_REQUIRED: 'true' })
})
afterAll(() => office.close())

const client = () => office.auth.client

test('an owner may do nothing but add a passkey, which serves as the authenticator as well', async () => {
  const [owner, thief] = [await office.signIn(), await office.signIn({ address: '192.0.2.66' })]
  expect(owner.identity).toMatchObject({
    permissions: [],
    passkeySetupRequired: true,
    totpSetupRequired: false,
    passkeys: 0,
  })
  await expect(client().listAdministrators({}, await owner.context())).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
  ;({ key, codes } = await office.addPasskey(owner))
  const identity = await office.resolve(owner)
  expect(identity).toMatchObject({ passkeySetupRequired: false, totpSetupRequired: false, passkeys: 1 })
  expect(identity.permissions).toContain('administrators.manage')
  await expect(client().listAdministrators({}, await owner.context())).resolves.toBeDefined()
  // The password alone opened it.
  await expect(office.resolve(thief)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
})

test('an owner signs in by passkey, and not by password', async () => {
  await expect(office.signIn()).rejects.toMatchObject({ reason: 'PASSKEY_REQUIRED' })
  expect((await office.signInWithPasskey(key)).identity.permissions).toContain('administrators.manage')
  const entries = await office.audited({ by: FIRST.username }, 'administrators.sign-in', 3)
  expect(entries.map(({ details }) => JSON.parse(details) as unknown)).toContainEqual({
    outcome: 'refused',
    stage: 'passkey-missing',
  })
})

test('a session of a recovery code has to add a passkey first', async () => {
  const owner = await office.signInWithPasskey(key)
  const recovered = await office.signIn({ code: codes[0]! })
  expect(recovered.identity).toMatchObject({ permissions: [], passkeySetupRequired: true, passkeys: 1 })
  expect((await office.resolve(recovered)).permissions).toEqual([])
  await office.addPasskey(recovered, 'New one')
  const identity = await office.resolve(recovered)
  expect(identity).toMatchObject({ passkeySetupRequired: false, passkeys: 2 })
  expect(identity.permissions).toContain('administrators.manage')
  // Only the first passkey ends other sessions.
  await expect(office.resolve(owner)).resolves.toMatchObject({ passkeys: 2 })
})

test('an owner keeps one passkey, even when two are removed at once', async () => {
  const owner = await office.signInWithPasskey(key)
  const context = await owner.context()
  const { passkeys } = await client().listPasskeys({}, context)
  const outcomes = await Promise.allSettled(passkeys.map(({ id }) => client().removePasskey({ id }, context)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [last] = (await client().listPasskeys({}, context)).passkeys
  await expect(client().removePasskey({ id: last!.id }, context)).rejects.toMatchObject({ reason: 'LAST_PASSKEY' })
  expect((await client().listPasskeys({}, context)).recoveryCodesLeft).toBe(9)
  ;({ key } = await office.addPasskey(owner))
})

describe('calls that need a fresh session', () => {
  const id = '018f6b1e-7c1a-7000-8000-000000000001'
  const creation = { name: 'kim', role: 'viewer', childSafety: false, password: FIRST_PHRASE }
  const change = { id: 999_999, resetTotp: false, resetPasskeys: false }
  const CALLS: [string, (context: { principal: string }) => Promise<unknown>, string][] = [
    ['createAdministrator', (context) => client().createAdministrator(creation, context), 'ok'],
    ['updateAdministrator', (context) => client().updateAdministrator(change, context), 'ADMINISTRATOR_NOT_FOUND'],
    [
      'approveAdministratorChange',
      (context) => client().approveAdministratorChange({ id }, context),
      'APPROVAL_NOT_FOUND',
    ],
    ['beginPasskey', (context) => client().beginPasskey({}, context), 'ok'],
    ['removePasskey', (context) => client().removePasskey({ id }, context), 'PASSKEY_NOT_FOUND'],
    ['renewRecoveryCodes', (context) => client().renewRecoveryCodes({}, context), 'ok'],
    ['beginTotp', (context) => client().beginTotp({}, context), 'ok'],
  ]
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: { reason: string }) => error.reason,
    )

  test.each(CALLS)('%s', async (_name, call, fresh) => {
    const owner = await office.signInWithPasskey(key)
    expect(await outcome(call(await owner.context()))).toBe(fresh)
    office.passTime(STEP_UP_MS)
    expect(await outcome(call(await owner.context()))).toBe('STEP_UP_REQUIRED')
  })

  test('leave asking and reading open', async () => {
    const owner = await office.signInWithPasskey(key)
    office.passTime(STEP_UP_MS)
    const { name, role, childSafety } = creation
    const asked = { name, role, childSafety, reason: 'Joins us.' }
    expect(await outcome(client().askForAdministrator(asked, await owner.context()))).toBe('ok')
    expect(await outcome(client().listAdministrators({}, await owner.context()))).toBe('ok')
  })
})

describe('sessions', () => {
  const list = async (person: SignedIn, everyone = false) =>
    (await client().listAdministratorSessions({ everyone }, await person.context())).sessions

  test('are listed with method and browser, the one last used first', async () => {
    const first = await office.signInWithPasskey(key)
    office.passTime(1_000)
    const owner = await office.signInWithPasskey(key)
    const sessions = await list(owner)
    expect(sessions[0]).toMatchObject({
      administrator: FIRST.username,
      method: 'passkey',
      browser: 'Firefox on Linux',
      openedAtMs: office.now(),
      lastUsedAtMs: office.now(),
      current: true,
    })
    expect(sessions.slice(1).every(({ current }) => !current)).toBe(true)
    office.passTime(600_000)
    const [now, before] = await list(first)
    expect(now).toMatchObject({ lastUsedAtMs: office.now(), current: true })
    expect(before).toMatchObject({ lastUsedAtMs: office.now() - 600_000, current: false })
    expect(JSON.stringify(sessions)).not.toContain(owner.token)
  })

  test("are ended one by one, and an administrator's end is recorded", async () => {
    const owner = await office.signInWithPasskey(key)
    const deputy = await office.signIn({ ...DEPUTY, userAgent: FIREFOX })
    // The deputy has no passkey yet, so no permissions.
    await expect(list(deputy, true)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    const [own] = await list(deputy)
    expect(own).toMatchObject({ method: 'password', browser: 'Firefox on Linux', current: true })
    const foreign = (await list(owner))[0]!
    await expect(client().endOneAdministratorSession({ id: foreign.id }, await deputy.context())).rejects.toMatchObject(
      { reason: 'NOT_ALLOWED' },
    )

    expect((await list(owner, true)).map(({ id }) => id)).toContain(own!.id)
    const deputyContext = await deputy.context()
    for (const _twice of [1, 2]) await client().endOneAdministratorSession({ id: own!.id }, await owner.context())
    await expect(office.resolve(deputy)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    // The principal would live on for a minute.
    await expect(client().listPasskeys({}, deputyContext)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(client().beginPasskey({}, deputyContext)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    const ended = await office.audited({ by: FIRST.username }, 'administrators.session-end', 1)
    expect(ended).toMatchObject([{ subjectId: String(own!.administratorId) }])
    expect(JSON.parse(ended[0]!.details)).toEqual({ session: own!.id, method: 'password', browser: 'Firefox on Linux' })
    await office.audited({ by: FIRST.username }, 'administrators.sessions', 1)
  })
})
