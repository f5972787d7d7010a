import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CookieUse, type Identity, SessionEnded, subjects } from '@kla/proto'
import { nextSessionValue, readSessionValue } from '../../src/sessions/cookie.js'
import { hashOf, newSecret } from '../../src/shared/tokens.js'
import { type Harness, startHarness } from '../harness.js'
import { recordBus } from '../recorded-bus.js'

const DAY_MS = 24 * 3_600_000
const OVERLAP_MS = 120_000
const notSignedIn = expect.objectContaining({ reason: 'NOT_SIGNED_IN' })

const recorded = recordBus()
let auth: Harness
beforeAll(async () => {
  auth = await startHarness({}, { bus: recorded.bus })
})
afterAll(() => auth.close())

const idOf = (value: string): string => value.split('.')[0] ?? ''
const keyOf = (value: string): string => `${auth.redisPrefix}session:{${hashOf(idOf(value))}}`
const use = (sessionId: string, cookieUse: CookieUse = CookieUse.REPLACEABLE): Promise<Identity> =>
  auth.client.resolveSession({ sessionId, cookieUse })
const endingsOf = (value: string): SessionEnded[] =>
  recorded.of(subjects.eventSessionEnded, SessionEnded).filter(({ sessionKey }) => sessionKey === hashOf(idOf(value)))

/** Shifts the cookie's times in a session's record by `ms`. */
async function pass(value: string, ms: number): Promise<void> {
  for (const field of ['since', 'offeredUntil', 'retiredUntil']) {
    const at = await auth.redis.hget(keyOf(value), field)
    if (at !== null) await auth.redis.hset(keyOf(value), field, Number(at) - ms)
  }
}

/** Signs in; the cookie's first value has been in force for a day. */
async function signedInYesterday(persona: string): Promise<string> {
  const { sessionId } = await auth.login(persona)
  await pass(sessionId, DAY_MS)
  return sessionId
}

async function offeredTo(value: string): Promise<string> {
  const { nextSessionId } = await use(value)
  if (nextSessionId === undefined) throw new Error('no value was offered')
  return nextSessionId
}

/** A session whose first value has been replaced by a second one. */
async function rotated(persona: string): Promise<{ first: string; second: string }> {
  const first = await signedInYesterday(persona)
  const second = await offeredTo(first)
  await use(second)
  return { first, second }
}

/** Returns all keys of the service in Redis with their values. */
async function everythingStored(): Promise<string> {
  const keys = await auth.redis.keys(`${auth.redisPrefix}*`)
  const contents = keys.map(async (key) => {
    const type = await auth.redis.type(key)
    const held =
      type === 'hash'
        ? await auth.redis.hgetall(key)
        : type === 'zset'
          ? await auth.redis.zrange(key, 0, -1)
          : await auth.redis.get(key)
    return `${key} ${JSON.stringify(held)}`
  })
  return (await Promise.all(contents)).join('\n')
}

describe('rotation of the session cookie', () => {
  test('keeps the value for a day', async () => {
    const { sessionId } = await auth.login('Fresh')
    await pass(sessionId, DAY_MS - 60_000)
    expect((await use(sessionId)).nextSessionId).toBeUndefined()
    expect(sessionId).toMatch(/^[\w-]{43}$/)
  })

  test('offers another value after a day for the same session and life', async () => {
    const first = await signedInYesterday('Daily')
    const before = await use(first, CookieUse.PRESENTED)
    const offer = await use(first)
    expect(offer.nextSessionId).toMatch(new RegExp(`^${first}\\.[\\w-]{43}$`))
    expect(Math.abs(Number(offer.sessionExpiresAtMs) - Date.now() - 30 * DAY_MS)).toBeLessThan(120_000)
    const after = await use(offer.nextSessionId ?? '')
    expect(after).toMatchObject({ sessionKey: before.sessionKey, account: before.account })
    expect(after.nextSessionId).toBeUndefined()
    const { sessions } = await auth.client.listOwnSessions({}, { principal: after.principal })
    expect(sessions).toMatchObject([{ sessionKey: before.sessionKey, current: true }])
  })

  test('offers the same value to concurrent requests', async () => {
    const first = await signedInYesterday('Tabs')
    const offers = new Set(
      (await Promise.all(Array.from({ length: 12 }, () => use(first)))).map((one) => one.nextSessionId),
    )
    expect(offers.size).toBe(1)
    await pass(first, OVERLAP_MS - 10_000)
    expect(offers).toContain(await offeredTo(first))
  })

  test('offers none if the response cannot set the cookie', async () => {
    const first = await signedInYesterday('Cached')
    for (const cookieUse of [CookieUse.PRESENTED, CookieUse.UNSPECIFIED, CookieUse.PROVEN]) {
      expect((await use(first, cookieUse)).nextSessionId).toBeUndefined()
    }
    expect(await auth.redis.hexists(keyOf(first), 'nonce')).toBe(0)
  })

  test('accepts the value from a client that never takes the next one', async () => {
    const first = await signedInYesterday('Simple')
    for (let day = 0; day < 3; day++) {
      await expect(offeredTo(first)).resolves.toBeDefined()
      await pass(first, DAY_MS)
    }
    await expect(use(first, CookieUse.PRESENTED)).resolves.toMatchObject({ account: { username: 'simple' } })
    expect(endingsOf(first)).toEqual([])
  })

  test('accepts the value for two more minutes once the next one is in force', async () => {
    const { first, second } = await rotated('Underway')
    await pass(second, OVERLAP_MS - 10_000)
    expect((await use(first)).nextSessionId).toBeUndefined()
    await expect(use(second)).resolves.toBeDefined()
    expect(endingsOf(first)).toEqual([])
  })

  test('offers the next one a day later', async () => {
    const { first, second } = await rotated('Weekly')
    await pass(second, DAY_MS)
    const third = await offeredTo(second)
    expect(idOf(third)).toBe(first)
    await use(third)
    await expect(use(second)).resolves.toBeDefined()
    await expect(use(first)).rejects.toEqual(notSignedIn)
    expect(endingsOf(third)).toHaveLength(1)
  })

  test('does not lengthen the ninety days', async () => {
    const { second } = await rotated('Quarter')
    await auth.redis.hset(keyOf(second), 'openedAt', Date.now() - 90 * DAY_MS + 30_000)
    await auth.redis.pexpire(keyOf(second), 50_000)
    await pass(second, DAY_MS)
    const { nextSessionId = '', sessionExpiresAtMs } = await use(second)
    expect(Number(sessionExpiresAtMs) - Date.now()).toBeLessThanOrEqual(31_000)
    await use(nextSessionId)
    expect(await auth.redis.pttl(keyOf(second))).toBeLessThanOrEqual(30_000)
    await auth.redis.hset(keyOf(second), 'openedAt', Date.now() - 90 * DAY_MS)
    await expect(use(nextSessionId)).rejects.toEqual(notSignedIn)
  })

  test('prolongs the session with either value', async () => {
    const { first, second } = await rotated('Slides')
    for (const [value, cookieUse] of [
      [first, CookieUse.PRESENTED],
      [second, CookieUse.REPLACEABLE],
      [first, CookieUse.PROVEN],
    ] as const) {
      await auth.redis.pexpire(keyOf(first), 3_600_000)
      await use(value, cookieUse)
      expect(await auth.redis.pttl(keyOf(first))).toBeGreaterThan(29 * DAY_MS)
    }
  })

  test('stores no value in Redis', async () => {
    const { second } = await rotated('Hashed')
    await pass(second, DAY_MS)
    const third = await offeredTo(second)
    const stored = await everythingStored()
    expect(stored).toContain(hashOf(second.split('.')[1] ?? ''))
    expect(stored).toContain(hashOf(third.split('.')[1] ?? ''))
    for (const secret of [...second.split('.'), ...third.split('.')]) expect(stored).not.toContain(secret)
  })
})

describe('a replaced cookie value', () => {
  test('ends the session for every holder and publishes it', async () => {
    const { first, second } = await rotated('Stolen')
    const { account } = await use(second)
    await pass(second, OVERLAP_MS)
    await expect(use(first, CookieUse.PRESENTED)).rejects.toEqual(notSignedIn)
    await expect(use(second)).rejects.toEqual(notSignedIn)
    expect(endingsOf(second)).toMatchObject([{ accountId: account?.id }])
    expect(await auth.redis.zcard(`${auth.redisPrefix}sessions:{${account?.id}}`)).toBe(0)
    const lines = auth
      .logged()
      .split('\n')
      .filter((line) => line.includes('held a value that had been replaced'))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ level: expect.anything(), accountId: account?.id }),
    )
    for (const value of [first, second.split('.')[1] ?? '']) expect(auth.logged()).not.toContain(value)
  })

  test('ends the session when the thief took the next value first', async () => {
    const { first: players, second: thiefs } = await rotated('Robbed')
    await pass(players, OVERLAP_MS)
    await expect(use(players)).rejects.toEqual(notSignedIn)
    await expect(use(thiefs)).rejects.toEqual(notSignedIn)
  })

  test('ends the session when two holders took different offers', async () => {
    const first = await signedInYesterday('Lurker')
    const thiefs = await offeredTo(first)
    await pass(first, OVERLAP_MS)
    const players = await offeredTo(first)
    expect(players).not.toBe(thiefs)
    await use(players)
    await expect(use(thiefs)).rejects.toEqual(notSignedIn)
    await expect(use(players)).rejects.toEqual(notSignedIn)
    expect(endingsOf(players)).toHaveLength(1)
  })

  test('ends the session with a secret that never existed', async () => {
    const { sessionId } = await auth.login('Guessed')
    await expect(use(`${sessionId}.${newSecret()}`)).rejects.toEqual(notSignedIn)
    await expect(use(sessionId)).rejects.toEqual(notSignedIn)
  })

  test('keeps the session when the request may have been delayed', async () => {
    const { first, second } = await rotated('Waited')
    await pass(second, OVERLAP_MS)
    await expect(use(first, CookieUse.UNSPECIFIED)).rejects.toEqual(notSignedIn)
    await expect(use(second)).resolves.toBeDefined()
    expect(endingsOf(second)).toEqual([])
  })

  test('renews a connection it has opened until the session ends', async () => {
    const { first, second } = await rotated('Socket')
    await pass(second, 3 * DAY_MS)
    expect(await use(first, CookieUse.PROVEN)).toMatchObject({
      sessionKey: hashOf(first),
      account: { username: 'socket' },
    })
    await expect(use(second)).resolves.toBeDefined()
    expect(endingsOf(first)).toEqual([])
    await auth.client.endSession({ sessionId: second })
    await expect(use(first, CookieUse.PROVEN)).rejects.toEqual(notSignedIn)
  })

  test('signs out', async () => {
    const { first, second } = await rotated('Leaver')
    await pass(second, OVERLAP_MS)
    await auth.client.endSession({ sessionId: first })
    await expect(use(second)).rejects.toEqual(notSignedIn)
    expect(endingsOf(second)).toHaveLength(1)
  })
})

test('rejects a malformed value and touches no session', async () => {
  const { sessionId } = await auth.login('Untouched')
  const record = await auth.redis.hgetall(keyOf(sessionId))
  const malformed = [
    '',
    'made-up',
    `${sessionId}.`,
    `${sessionId}.short`,
    `${sessionId}.${newSecret()}.x`,
    `${sessionId}=`,
  ]
  for (const value of malformed) {
    for (const cookieUse of [CookieUse.UNSPECIFIED, CookieUse.PRESENTED, CookieUse.REPLACEABLE, CookieUse.PROVEN]) {
      await expect(use(value, cookieUse)).rejects.toEqual(notSignedIn)
    }
    await expect(auth.client.endSession({ sessionId: value })).resolves.toEqual({})
  }
  expect(await auth.redis.hgetall(keyOf(sessionId))).toEqual(record)
  await expect(use(sessionId)).resolves.toBeDefined()
})

const [id, secret, nonce] = [newSecret(), newSecret(), newSecret()]

describe('readSessionValue', () => {
  test('reads the session key, and a proof for all but the first value', () => {
    expect(readSessionValue(id)).toEqual({ sessionKey: hashOf(id), proof: '' })
    expect(readSessionValue(`${id}.${secret}`)).toEqual({ sessionKey: hashOf(id), proof: hashOf(secret) })
  })

  test.each([
    ['nothing', ''],
    ['a word', 'made-up'],
    ['an id that is too short', id.slice(1)],
    ['an id that is too long', `${id}a`],
    ['no secret after the dot', `${id}.`],
    ['no id before the dot', `.${secret}`],
    ['a secret that is too short', `${id}.${secret.slice(1)}`],
    ['a secret that is too long', `${id}.${secret}a`],
    ['two secrets', `${id}.${secret}.${secret}`],
    ['other letters', `${id.slice(1)}=`],
    ['a space', ` ${id}`],
    ['a line end', `${id}\n`],
  ])('rejects a value with %s', (_what, value) => {
    expect(readSessionValue(value)).toBeUndefined()
  })
})

describe('nextSessionValue', () => {
  test('names the same session with another secret', () => {
    const next = nextSessionValue(id, nonce)
    expect(readSessionValue(next)?.sessionKey).toBe(hashOf(id))
    const after = nextSessionValue(next, nonce)
    expect(readSessionValue(after)?.sessionKey).toBe(hashOf(id))
    expect(new Set([id, next, after]).size).toBe(3)
  })

  test('depends on value and nonce alone', () => {
    const next = nextSessionValue(`${id}.${secret}`, nonce)
    expect(nextSessionValue(`${id}.${secret}`, nonce)).toBe(next)
    expect(nextSessionValue(`${id}.${secret}`, newSecret())).not.toBe(next)
    expect(nextSessionValue(`${id}.${newSecret()}`, nonce)).not.toBe(next)
    expect(nextSessionValue(id, nonce)).not.toBe(next)
  })
})
