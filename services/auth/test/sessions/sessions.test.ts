import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, createBus } from '@kla/chassis'
import { EVENTS_STREAM, SessionEnded, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { hashOf } from '../../src/shared/tokens.js'
import { type Harness, startHarness } from '../harness.js'

const DAY_MS = 24 * 3_600_000
const ended: SessionEnded[] = []
const notSignedIn = expect.objectContaining({ reason: 'NOT_SIGNED_IN' })

let auth: Harness
let bus: Bus
let natsIsDown = false

const eventsOf = (sessionId: string): SessionEnded[] =>
  ended.filter(({ sessionKey }) => sessionKey === hashOf(sessionId))

beforeAll(async () => {
  bus = await createBus({
    url: infrastructure().natsUrl,
    name: 'auth-test',
    log: quietLogger(),
    events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
  })
  await bus.consumeEvents(
    { subject: subjects.eventSessionEnded, durable: uniqueName('auth-test') },
    async ({ data }) => void ended.push(SessionEnded.decode(data)),
  )
  const publishEvent: Bus['publishEvent'] = (...event) =>
    natsIsDown ? Promise.reject(new Error('no responders')) : bus.publishEvent(...event)
  // The service closes its bus when it stops; this one is still needed then.
  const close = (): Promise<void> => Promise.resolve()
  const lives = { SESSION_TTL_MS: '60000', SESSION_ROTATION_MS: '15000', SESSION_OVERLAP_MS: '3000' }
  auth = await startHarness(
    { ...lives, SESSION_ENDING_OVERDUE_MS: '200' },
    {
      bus: { ...bus, publishEvent, close },
    },
  )
})
afterEach(() => {
  natsIsDown = false
})
afterAll(async () => {
  await auth.close()
  await bus.close()
})

const keyOf = (sessionId: string): string => `${auth.redisPrefix}session:{${hashOf(sessionId)}}`

describe('a session', () => {
  test('is rejected when it was never opened', async () => {
    await expect(auth.client.resolveSession({ sessionId: 'made-up' })).rejects.toEqual(notSignedIn)
    await expect(auth.client.resolveSession({ sessionId: '' })).rejects.toEqual(notSignedIn)
  })

  test('cannot be opened with its key', async () => {
    const { sessionId } = await auth.login('Ada')
    const { sessionKey } = await auth.client.resolveSession({ sessionId })
    expect(sessionKey).toBe(hashOf(sessionId))
    await expect(auth.client.resolveSession({ sessionId: sessionKey })).rejects.toEqual(notSignedIn)
  })

  test('is prolonged by use, in the index of its account too', async () => {
    const { sessionId } = await auth.login('Slide')
    const { account } = await auth.client.resolveSession({ sessionId })
    const index = `${auth.redisPrefix}sessions:{${account?.id}}`
    const expiry = async (): Promise<number> => Number(await auth.redis.zscore(index, hashOf(sessionId)))
    const before = await expiry()
    await auth.redis.pexpire(keyOf(sessionId), 20_000)
    await auth.client.resolveSession({ sessionId })
    expect(await auth.redis.pttl(keyOf(sessionId))).toBeGreaterThan(50_000)
    expect(await expiry()).toBeGreaterThan(before)
  })

  test('ends after long enough without use', async () => {
    const { sessionId } = await auth.login('Idle')
    await auth.redis.pexpire(keyOf(sessionId), 1)
    await eventually(async () => (await auth.redis.exists(keyOf(sessionId))) === 0)
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
  })

  test('is rejected when its account is gone', async () => {
    const { sessionId } = await auth.login('Deleted')
    await auth.database.query("DELETE FROM accounts WHERE username = 'deleted'")
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
  })
})

describe('a check of sessions', () => {
  const check = async (...sessionIds: string[]) => (await auth.client.checkSessions({ sessionIds })).sessions

  test('finds those that live and that their values open', async () => {
    const [ada, bob] = [await auth.login('Checked'), await auth.login('CheckedToo')]
    const { sessionKey } = await auth.client.resolveSession({ sessionId: ada.sessionId })
    await auth.client.endSession({ sessionId: bob.sessionId })
    const forged = `${ada.sessionId}.${'x'.repeat(43)}`
    expect(await check(bob.sessionId, forged, 'made up', ada.sessionId)).toEqual([
      { sessionKey, restrictionsVersion: 0, ageRevision: 0, nameRevision: 0, unrestricted: false },
    ])
    // The forged value did not end the session.
    expect(await check(ada.sessionId)).toHaveLength(1)
  })

  test('knows who may do everything', async () => {
    const { sessionId } = await auth.login('Unrestricted')
    const { account, principal } = await auth.client.resolveSession({ sessionId })
    await auth.client.attestAge({ over18: true }, { principal })
    expect(await check(sessionId)).toMatchObject([{ unrestricted: true }])
    await auth.client.putRestrictions({
      accountId: account?.id ?? 0,
      version: 4,
      restrictions: [{ scope: 'chat', untilMs: 0, reason: 'threats', banId: 1 }],
    })
    expect(await check(sessionId)).toMatchObject([{ unrestricted: false, restrictionsVersion: 4 }])
  })

  test('rejects more than 500', async () => {
    await expect(check(...Array.from({ length: 501 }, String))).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })
})

describe('sessions of an account', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const as = async (sessionId: string) => ({ principal: (await auth.client.resolveSession({ sessionId })).principal })

  test('are listed with their coarse device names and the current one marked', async () => {
    const [old, here] = [await auth.login('Devices', FIREFOX), await auth.login('Devices', IPHONE)]
    await auth.login('Else', FIREFOX)
    const { sessions } = await auth.client.listOwnSessions({}, await as(here.sessionId))
    expect(sessions.map(({ sessionKey, device, current }) => ({ sessionKey, device, current }))).toEqual([
      { sessionKey: hashOf(here.sessionId), device: 'Safari on iPhone', current: true },
      { sessionKey: hashOf(old.sessionId), device: 'Firefox on Windows', current: false },
    ])
    for (const { openedAtMs, seenAtMs } of sessions) {
      expect(Math.abs(Date.now() - openedAtMs)).toBeLessThan(60_000)
      expect(seenAtMs).toBeGreaterThanOrEqual(openedAtMs)
    }
  })

  test('end one at a time, also when repeated, or all at once, and for their owner only', async () => {
    const [here, there, stranger] = [await auth.login('Owner'), await auth.login('Owner'), await auth.login('Stranger')]
    const end = async (sessionId: string, by: string) =>
      auth.client.endOwnSession({ sessionKey: hashOf(sessionId) }, await as(by))
    await expect(end(there.sessionId, stranger.sessionId)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    await end(there.sessionId, here.sessionId)
    await expect(end(there.sessionId, here.sessionId)).resolves.toEqual({})
    await expect(auth.client.resolveSession({ sessionId: there.sessionId })).rejects.toEqual(notSignedIn)
    const another = await auth.login('Owner')
    await auth.client.endAllOwnSessions({ sessionId: here.sessionId })
    for (const { sessionId } of [here, another]) {
      await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
      await eventually(() => eventsOf(sessionId).length === 1)
    }
    await expect(auth.client.resolveSession({ sessionId: stranger.sessionId })).resolves.toBeDefined()
  })

  test('end after ninety days, however often they are used', async () => {
    const { sessionId } = await auth.login('Forever')
    await auth.redis.hset(keyOf(sessionId), 'openedAt', Date.now() - 90 * DAY_MS + 30_000)
    await auth.redis.pexpire(keyOf(sessionId), 50_000)
    await auth.client.resolveSession({ sessionId })
    expect(await auth.redis.pttl(keyOf(sessionId))).toBeLessThanOrEqual(30_000)
    await auth.redis.hset(keyOf(sessionId), 'openedAt', Date.now() - 90 * DAY_MS)
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
  })
})

describe('ending a session', () => {
  test('signs out and publishes an event', async () => {
    const { sessionId } = await auth.login('Leaver')
    const { account } = await auth.client.resolveSession({ sessionId })
    await auth.client.endSession({ sessionId })
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
    await eventually(() => eventsOf(sessionId).length > 0)
    expect(eventsOf(sessionId)).toEqual([
      { eventId: expect.any(String), sessionKey: hashOf(sessionId), accountId: account?.id, administrator: false },
    ])
    expect(await auth.redis.zcard(`${auth.redisPrefix}sessions:{${account?.id}}`)).toBe(0)
  })

  test('succeeds when repeated or for an unknown session', async () => {
    const { sessionId } = await auth.login('Leaver')
    await auth.client.endSession({ sessionId })
    await expect(auth.client.endSession({ sessionId })).resolves.toEqual({})
    await expect(auth.client.endSession({ sessionId: 'made-up' })).resolves.toEqual({})
  })

  test('leaves other sessions of the account alone', async () => {
    const [here, there] = [await auth.login('Both'), await auth.login('Both')]
    await auth.client.endSession({ sessionId: here.sessionId })
    await expect(auth.client.resolveSession({ sessionId: there.sessionId })).resolves.toMatchObject({
      account: { username: 'both' },
    })
  })

  test('signs out while NATS is down and publishes when it is back', async () => {
    const { sessionId } = await auth.login('Outage')
    natsIsDown = true
    await auth.client.endSession({ sessionId })
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
    expect(eventsOf(sessionId)).toEqual([])
    natsIsDown = false
    await eventually(() => eventsOf(sessionId).length > 0)
    await eventually(async () => (await auth.redis.zcard(`${auth.redisPrefix}endings`)) === 0)
  })

  test('is finished by another pod when its pod dies', async () => {
    const { sessionId } = await auth.login('Killed')
    const { account } = await auth.client.resolveSession({ sessionId })
    await auth.redis.zadd(`${auth.redisPrefix}endings`, Date.now(), `${account?.id}:${hashOf(sessionId)}`)
    await eventually(() => eventsOf(sessionId).length > 0)
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
  })
})
