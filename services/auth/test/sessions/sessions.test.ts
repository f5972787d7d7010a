import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createBus, type Bus } from '@kla/chassis'
import { FACTS_STREAM, SessionEnded, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { hashOf } from '../../src/tokens/secrets.js'
import { startHarness, type Harness } from '../harness.js'

const ended: SessionEnded[] = []
const notSignedIn = expect.objectContaining({ reason: 'NOT_SIGNED_IN' })

let auth: Harness
let bus: Bus
let natsIsDown = false

const factsOf = (sessionId: string): SessionEnded[] =>
  ended.filter(({ sessionKey }) => sessionKey === hashOf(sessionId))

beforeAll(async () => {
  bus = await createBus({
    url: infrastructure().natsUrl,
    name: 'auth-test',
    log: quietLogger(),
    facts: { stream: FACTS_STREAM, subjects: [subjects.factsAll] },
  })
  await bus.consumeFacts(
    { subject: subjects.factSessionEnded, durable: uniqueName('auth-test') },
    async ({ data }) => void ended.push(SessionEnded.decode(data)),
  )
  const publishFact: Bus['publishFact'] = (...fact) =>
    natsIsDown ? Promise.reject(new Error('no responders')) : bus.publishFact(...fact)
  // The service closes its bus when it stops; this one is still needed then.
  const close = (): Promise<void> => Promise.resolve()
  auth = await startHarness({ SESSION_TTL_MS: '60000', SESSION_ENDING_OVERDUE_MS: '200' }, {
    bus: { ...bus, publishFact, close },
  })
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
  test('that nobody opened is nobody', async () => {
    await expect(auth.client.resolveSession({ sessionId: 'made-up' })).rejects.toEqual(notSignedIn)
    await expect(auth.client.resolveSession({ sessionId: '' })).rejects.toEqual(notSignedIn)
  })

  test('is known by its key, which opens nothing', async () => {
    const { sessionId } = await auth.login('Ada')
    const { sessionKey } = await auth.client.resolveSession({ sessionId })
    expect(sessionKey).toBe(hashOf(sessionId))
    await expect(auth.client.resolveSession({ sessionId: sessionKey })).rejects.toEqual(notSignedIn)
  })

  test('lives on when it is used, in its account as in itself', async () => {
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

  test('is over when it has not been used for long enough', async () => {
    const { sessionId } = await auth.login('Idle')
    await auth.redis.pexpire(keyOf(sessionId), 1)
    await eventually(async () => (await auth.redis.exists(keyOf(sessionId))) === 0)
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
  })

  test('of an account that is gone is nobody', async () => {
    const { sessionId } = await auth.login('Deleted')
    await auth.database.query("DELETE FROM accounts WHERE username = 'deleted'")
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
  })
})

describe('ending a session', () => {
  test('signs out and tells it as a fact', async () => {
    const { sessionId } = await auth.login('Leaver')
    const { account } = await auth.client.resolveSession({ sessionId })
    await auth.client.endSession({ sessionId })
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
    await eventually(() => factsOf(sessionId).length > 0)
    expect(factsOf(sessionId)).toEqual([
      { factId: expect.any(String), sessionKey: hashOf(sessionId), accountId: account?.id },
    ])
    expect(await auth.redis.zcard(`${auth.redisPrefix}sessions:{${account?.id}}`)).toBe(0)
  })

  test('twice, or one that never was, is fine', async () => {
    const { sessionId } = await auth.login('Leaver')
    await auth.client.endSession({ sessionId })
    await expect(auth.client.endSession({ sessionId })).resolves.toEqual({})
    await expect(auth.client.endSession({ sessionId: 'made-up' })).resolves.toEqual({})
  })

  test('leaves the other sessions of the person alone', async () => {
    const [here, there] = [await auth.login('Both'), await auth.login('Both')]
    await auth.client.endSession({ sessionId: here.sessionId })
    await expect(auth.client.resolveSession({ sessionId: there.sessionId })).resolves.toMatchObject({
      account: { username: 'both' },
    })
  })

  test('of an account ends all of them', async () => {
    const sessions = [await auth.login('Everywhere'), await auth.login('Everywhere')]
    const other = await auth.login('Bystander')
    const { account } = await auth.client.resolveSession({ sessionId: sessions[0]!.sessionId })
    await auth.service.endings.endAll(account!.id)
    for (const { sessionId } of sessions) {
      await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
      await eventually(() => factsOf(sessionId).length > 0)
    }
    await expect(auth.client.resolveSession({ sessionId: other.sessionId })).resolves.toBeDefined()
  })

  test('signs out while NATS is down, and is told when it is back', async () => {
    const { sessionId } = await auth.login('Outage')
    natsIsDown = true
    await auth.client.endSession({ sessionId })
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
    expect(factsOf(sessionId)).toEqual([])
    natsIsDown = false
    await eventually(() => factsOf(sessionId).length > 0)
    await eventually(async () => (await auth.redis.zcard(`${auth.redisPrefix}endings`)) === 0)
  })

  test('that a pod had only just begun when it died is finished by another', async () => {
    const { sessionId } = await auth.login('Killed')
    const { account } = await auth.client.resolveSession({ sessionId })
    await auth.redis.zadd(`${auth.redisPrefix}endings`, Date.now(), `${account?.id}:${hashOf(sessionId)}`)
    await eventually(() => factsOf(sessionId).length > 0)
    await expect(auth.client.resolveSession({ sessionId })).rejects.toEqual(notSignedIn)
  })
})
