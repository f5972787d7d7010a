import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Call, KlaError } from '@kla/chassis'
import { createLockout, createLockoutStore } from '../../src/administrators/lockout.js'
import { type OwnAccountDeps, ownAccountHandlers } from '../../src/administrators/own-account.js'
import { ADDRESS, NAME_ANYWHERE, NAME_AT_ADDRESS } from '../../src/administrators/rules/lockout.js'
import { FIRST, type Office, openOffice } from './office.js'

const DAY_MS = 24 * 3_600_000
const HOME = '203.0.113.50'
const ATTACKER = '192.0.2.1'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
beforeEach(() => {
  office.passTime(DAY_MS + 1)
})
afterAll(() => office.close())

const guess = async (given: { username?: string; address?: string } = {}): Promise<string> =>
  office.signIn({ password: 'surely this is it', address: ATTACKER, ...given }).then(
    () => 'came in',
    (error: { reason: string }) => error.reason,
  )

const guesses = (count: number, given: (nth: number) => { username?: string; address?: string } = () => ({})) =>
  Promise.all(Array.from({ length: count }, (_, nth) => guess(given(nth))))

const failed = (outcomes: string[]) => outcomes.filter((reason) => reason === 'ADMIN_LOGIN_FAILED').length

test('allows no more guesses in a burst than in sequence and extends the wait, whether or not the name exists', async () => {
  for (const username of ['admin', 'no-such-person']) {
    const address = `192.0.2.${username.length}`
    const outcomes = await guesses(12, () => ({ username, address }))
    expect(failed(outcomes)).toBe(NAME_AT_ADDRESS.free)
    expect(outcomes.filter((reason) => reason === 'RATE_LIMITED')).toHaveLength(12 - NAME_AT_ADDRESS.free)
    office.passTime(NAME_AT_ADDRESS.firstMs - 1)
    expect(await guess({ username, address })).toBe('RATE_LIMITED')
    office.passTime(1)
    expect(await guess({ username, address })).toBe('ADMIN_LOGIN_FAILED')
    office.passTime(NAME_AT_ADDRESS.firstMs)
    expect(await guess({ username, address })).toBe('RATE_LIMITED')
  }
})

test('says how long to wait, even with the right password', async () => {
  await guesses(6)
  await expect(office.signIn({ address: ATTACKER })).rejects.toMatchObject({
    reason: 'RATE_LIMITED',
    code: 'resource_exhausted',
    message: 'Too many attempts. Try again in 2 seconds.',
  })
  office.passTime(2_000)
  await expect(office.signIn({ address: ATTACKER })).resolves.toMatchObject({ identity: { name: 'admin' } })
})

test('counts an IPv6 network as one address', async () => {
  const outcomes = await guesses(10, (nth) => ({ address: `2001:db8:7:7::${nth}` }))
  expect(failed(outcomes)).toBe(NAME_AT_ADDRESS.free)
})

test('does not lock out an administrator who has signed in from the same place before', async () => {
  await office.signIn({ address: HOME })
  const outcomes = await guesses(NAME_ANYWHERE.free + 5, (nth) => ({ address: `198.51.100.${nth}` }))
  expect(failed(outcomes)).toBe(NAME_ANYWHERE.free)
  await expect(office.signIn({ address: '198.18.0.1' })).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
  await expect(office.signIn({ address: HOME })).resolves.toMatchObject({ identity: { name: 'admin' } })
})

test('makes an address wait when it tries many names', async () => {
  const outcomes = await guesses(30, (nth) => ({ username: `someone-${nth}`, address: '192.0.2.200' }))
  expect(failed(outcomes)).toBeLessThanOrEqual(20)
  expect(await guess({ username: 'yet-another', address: '192.0.2.200' })).toBe('RATE_LIMITED')
  expect(await guess({ username: 'yet-another', address: '192.0.2.201' })).toBe('ADMIN_LOGIN_FAILED')
})

test('forgets failures after a successful sign-in', async () => {
  await guesses(NAME_AT_ADDRESS.free - 1)
  await office.signIn({ address: ATTACKER })
  expect(failed(await guesses(NAME_AT_ADDRESS.free))).toBe(NAME_AT_ADDRESS.free)
})

describe('an attempt that an outage of ours ends does not count', () => {
  const address = '192.0.2.90'
  const change = (sql: string) => office.auth.database.query(sql)
  const BREAK = {
    'is read-only': async () => {
      await change(`CREATE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'read-only' USING ERRCODE = 'read_only_sql_transaction'; END $$`)
      await change(`CREATE TRIGGER refuse_writes BEFORE INSERT OR UPDATE ON administrator_sessions
        EXECUTE FUNCTION refuse_writes()`)
      return () => change('DROP FUNCTION refuse_writes CASCADE')
    },
    'cannot be read': async () => {
      await change('ALTER TABLE administrators RENAME TO administrators_away')
      return () => change('ALTER TABLE administrators_away RENAME TO administrators')
    },
  }
  let mend: () => Promise<unknown> = async () => undefined
  afterEach(() => mend())

  /** Tries that many times while PostgreSQL has the fault, and once after it. */
  async function tryDuring(fault: keyof typeof BREAK, times: number, attempt: () => Promise<unknown>): Promise<void> {
    mend = await BREAK[fault]()
    for (let count = 0; count < times; count += 1) {
      await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/^(unavailable|internal)$/) })
    }
    await mend()
    mend = async () => undefined
    await expect(attempt()).resolves.toBeDefined()
  }

  test.each(['is read-only', 'cannot be read'] as const)('at a sign-in while PostgreSQL %s', async (fault) => {
    await tryDuring(fault, NAME_AT_ADDRESS.free, () => office.signIn({ address }))
  })

  test('at a sign-in with a passkey', async () => {
    const { key } = await office.addPasskey(await office.enrol('passkey-holder'))
    await tryDuring('is read-only', ADDRESS.free, () => office.signInWithPasskey(key, { address }))
  })

  test('at a step-up', async () => {
    const person = await office.enrol('stepper')
    const request = { challengeId: '', response: '', password: FIRST.password, code: '' }
    await tryDuring('is read-only', NAME_AT_ADDRESS.free, async () =>
      office.auth.client.stepUp(request, await person.context()),
    )
  })

  test('at a change of the own password', async () => {
    const { redis, redisPrefix } = office.auth
    let isAway = true
    const verify = async () => {
      if (isAway) throw new KlaError('UNAVAILABLE')
      return true
    }
    const administrator = { id: 77, name: 'mover', revision: 1, passwordHash: '', disabled: false }
    const { changeOwnPassword } = ownAccountHandlers({
      administrators: { find: async () => administrator },
      sessions: { isOpen: async () => true },
      verifyPrincipal: async () => ({ sessionKey: 'k' }),
      passwords: { verify, hash: async () => '' },
      credentials: { setPassword: async () => true },
      lockout: createLockout({ store: createLockoutStore(redis, redisPrefix), now: office.now }),
      auditEntry: () => ({}),
      onStored: () => undefined,
      now: office.now,
    } as unknown as OwnAccountDeps)
    const call = { administrator: async () => administrator } as unknown as Call
    const attempt = () =>
      changeOwnPassword({ currentPassword: FIRST.password, newPassword: 'a phrase that is new here' }, call)
    for (let count = 0; count < NAME_AT_ADDRESS.free; count += 1) {
      await expect(attempt()).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    }
    isAway = false
    await expect(attempt()).resolves.toEqual({})
  })

  test('but a wrong password counts also then', async () => {
    mend = await BREAK['is read-only']()
    expect(failed(await guesses(NAME_AT_ADDRESS.free, () => ({ address })))).toBe(NAME_AT_ADDRESS.free)
    expect(await guess({ address })).toBe('RATE_LIMITED')
  })
})

test('keeps no address or name forever', async () => {
  await guesses(2, (nth) => ({ address: `192.0.2.${100 + nth}` }))
  const keys = await office.auth.redis.keys(`${office.auth.redisPrefix}{administrators}:*`)
  expect(keys.length).toBeGreaterThan(0)
  const lives = await Promise.all(keys.map((key) => office.auth.redis.pttl(key)))
  for (const life of lives) expect(life).toBeGreaterThan(0)
})
