import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createPrincipalVerifier } from '@kla/chassis'
import { FIRST, type Office, openOffice, PHRASE } from './office.js'

const MINUTE_MS = 60_000

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
beforeEach(() => {
  // Lockouts of earlier tests end.
  office.passTime(25 * 60 * MINUTE_MS)
})
afterAll(() => office.close())

describe('signInAdministrator', () => {
  test('opens a session by a name in any case and returns the identity', async () => {
    const person = await office.signIn({ username: ' Admin' })
    expect(person.identity).toMatchObject({
      name: 'admin',
      role: 'owner',
      totpEnabled: false,
      totpSetupRequired: false,
    })
    expect(person.identity.permissions).toEqual(expect.arrayContaining(['administrators.manage', 'reports.grave']))
    expect(Buffer.from(person.token, 'base64url')).toHaveLength(32)
    const resolved = await office.resolve(person)
    expect({ ...resolved, principal: '' }).toEqual({ ...person.identity, principal: '' })
  })

  test('returns a principal that other services accept for an administrator and never for a player', async () => {
    const { identity } = await office.signIn()
    const verify = await createPrincipalVerifier(office.auth.publicKeyPem, () => identity.expiresAtMs - 30 * MINUTE_MS)
    await expect(verify(identity.principal)).resolves.toMatchObject({
      accountId: 0,
      username: '',
      discordId: '',
      administrator: { id: identity.id, name: 'admin', role: 'owner', permissions: identity.permissions },
    })
    const asPlayer = office.auth.client.attestAge({ over18: true }, { principal: identity.principal })
    await expect(asPlayer).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
  })

  test('records the sign-in in the audit log without credentials', async () => {
    const { identity, token } = await office.hire('audited', 'viewer')
    const events = await office.audited({ by: 'audited' }, 'administrators.sign-in', 1)
    expect(events).toEqual([
      expect.objectContaining({ actorId: identity.id, subjectKind: 'administrator', subjectId: String(identity.id) }),
    ])
    expect(JSON.parse(events[0]!.details)).toEqual({ outcome: 'opened', method: 'password', totp: false })
    for (const secret of [PHRASE, FIRST.password, token, '203.0.113.1'])
      expect(office.auth.logged()).not.toContain(secret)
  })

  test('stores no token, password or address in clear text', async () => {
    const { token } = await office.signIn({ address: '198.51.100.77' })
    const { rows } = await office.auth.database.query('SELECT * FROM administrator_sessions, administrators')
    const keys = await office.auth.redis.keys(`${office.auth.redisPrefix}*`)
    const stored = JSON.stringify([rows, keys])
    for (const secret of [token, FIRST.password, '198.51.100.77']) expect(stored).not.toContain(secret)
  })

  test.each([
    ['an unknown name', { username: 'unknown-name' }],
    ['an invalid name', { username: "admin' OR 1=1 --\0" }],
    ['a wrong password', { password: 'the phrase of the last' }],
    ['no password', { password: '' }],
    ['a password of a megabyte', { password: 'x'.repeat(1_000_000) }],
  ])('rejects %s with the same text', async (_what, given) => {
    await expect(office.signIn({ address: '192.0.2.9', ...given })).rejects.toMatchObject({
      reason: 'ADMIN_LOGIN_FAILED',
      code: 'unauthenticated',
      message: 'login failed',
    })
  })

  test('rejects a disabled administrator with the same text', async () => {
    const { identity } = await office.hire('gone', 'viewer')
    const owner = await office.signIn()
    await office.auth.client.updateAdministrator(
      { id: identity.id, disabled: true, resetTotp: false, resetPasskeys: false },
      await owner.context(),
    )
    await expect(office.signIn({ username: 'gone', password: PHRASE })).rejects.toMatchObject({
      reason: 'ADMIN_LOGIN_FAILED',
    })
    const events = await office.audited({ by: 'gone' }, 'administrators.sign-in', 2)
    expect(JSON.parse(events[1]!.details)).toEqual({ outcome: 'refused', stage: 'disabled' })
  })

  test('counts sign-ins by outcome and writes no audit entry without the right password', async () => {
    const counted = async (outcome: string): Promise<number> => {
      const metrics = await (await fetch(`http://127.0.0.1:${office.auth.service.ports.health}/metrics`)).text()
      const line = new RegExp(`^kla_auth_administrator_sign_ins_total{outcome="${outcome}",.*} (\\d+)$`, 'm')
      return Number(line.exec(metrics)?.[1] ?? 0)
    }
    await office.hire('counted', 'viewer')
    const before = await Promise.all(['wrong-password', 'unknown-name', 'opened'].map(counted))
    const address = '192.0.2.81'
    for (const given of [{ password: 'not this one' }, { password: 'nor this one' }, { username: 'who-is-this' }]) {
      const tried = office.signIn({ username: 'counted', address, ...given })
      await expect(tried).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    }
    await office.signIn({ username: 'counted', password: PHRASE, address })
    const after = await Promise.all(['wrong-password', 'unknown-name', 'opened'].map(counted))
    expect(after.map((count, at) => count - before[at]!)).toEqual([2, 1, 1])
    // Events are published in the order in which they were stored.
    const events = await office.audited({ by: 'counted' }, 'administrators.sign-in', 2)
    expect(events.map(({ details }) => JSON.parse(details) as unknown)).toEqual(
      [1, 2].map(() => ({ outcome: 'opened', method: 'password', totp: false })),
    )
  })
})

describe('signInAdministrator with TOTP', () => {
  test('asks for a code only after the right password, accepts it once and records wrong ones', async () => {
    const person = await office.hire('coded', 'moderator')
    const { code } = await office.setUpTotp(person)
    const enter = (given: { code?: string; password?: string }) =>
      office.signIn({ username: 'coded', password: PHRASE, ...given })
    await expect(enter({ password: 'not this one at all' })).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    await expect(enter({})).rejects.toMatchObject({ reason: 'TOTP_REQUIRED' })
    // The code was used for the setup.
    await expect(enter({ code: code() })).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    const next = code(30_000)
    expect((await enter({ code: next })).identity).toMatchObject({ totpEnabled: true })
    await expect(enter({ code: next })).rejects.toMatchObject({ reason: 'ADMIN_LOGIN_FAILED' })
    const events = await office.audited({ by: 'coded' }, 'administrators.sign-in', 5)
    expect(events.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { outcome: 'opened', method: 'password', totp: false },
      { outcome: 'refused', stage: 'code-missing' },
      { outcome: 'refused', stage: 'wrong-code' },
      { outcome: 'opened', method: 'totp', totp: true },
      { outcome: 'refused', stage: 'wrong-code' },
    ])
  })

  test('opens one session when the same code is used twice concurrently', async () => {
    const person = await office.hire('twice', 'moderator')
    const { code } = await office.setUpTotp(person)
    office.passTime(MINUTE_MS)
    const now = code()
    const tries = [1, 2, 3].map(() => office.signIn({ username: 'twice', password: PHRASE, code: now }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('does not count missing codes as failures', async () => {
    const person = await office.hire('slow', 'viewer')
    const { code } = await office.setUpTotp(person)
    office.passTime(MINUTE_MS)
    const enter = (given: string) =>
      office.signIn({ username: 'slow', password: PHRASE, code: given, address: '192.0.2.44' })
    for (let times = 0; times < 8; times += 1)
      await expect(enter('')).rejects.toMatchObject({ reason: 'TOTP_REQUIRED' })
    await expect(enter(code())).resolves.toMatchObject({ identity: { name: 'slow' } })
  })
})
