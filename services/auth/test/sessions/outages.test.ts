import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createBus, createDatabase, type Database, newId } from '@kla/chassis'
import { EVENTS_STREAM, SessionLeft, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { hashOf } from '../../src/shared/tokens.js'
import { type Harness, startHarness } from '../harness.js'

const FOUNDER = 'a password for this test'
const role = uniqueName('auth')
let operator: Database
let auth: Harness

beforeAll(async () => {
  const url = new URL(infrastructure().postgresUrl)
  operator = createDatabase({ url: url.href, schema: 'public', log: quietLogger(), max: 1 })
  await operator.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD 'auth'`)
  url.username = role
  url.password = 'auth'
  auth = await startHarness({
    POSTGRES_URL: url.href,
    SESSION_TTL_MS: '60000',
    SESSION_ROTATION_MS: '15000',
    SESSION_OVERLAP_MS: '3000',
    SESSION_ENDING_OVERDUE_MS: '100',
    EVENTS_DURABLE: uniqueName('auth'),
    FIRST_ADMIN_PASSWORD: FOUNDER,
  })
}, 60_000)
afterAll(async () => {
  await auth.close()
  await operator.query(`DROP ROLE ${role}`)
  await operator.end()
})

const unavailable = expect.objectContaining({ reason: 'UNAVAILABLE' })
const notSignedIn = expect.objectContaining({ reason: 'NOT_SIGNED_IN' })
const keyOf = (sessionId: string): string => `${auth.redisPrefix}session:{${hashOf(sessionId)}}`
const isOpen = async (sessionId: string): Promise<boolean> =>
  auth.client.resolveSession({ sessionId }).then(
    () => true,
    () => false,
  )
/** Makes the next use prolong the session. */
const prolongSoon = (sessionId: string) => auth.redis.pexpire(keyOf(sessionId), 20_000)

describe('while PostgreSQL is read-only', () => {
  const beReadOnly = (how: 'on' | 'off') =>
    operator.query(`ALTER ROLE ${role} SET default_transaction_read_only = ${how}`)
  const renewConnections = () =>
    operator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role])

  test('opens sessions, refuses logins, and recovers soon without a restart', async () => {
    const [{ sessionId }, leaver] = [await auth.login('Reader'), await auth.login('Leaver')]
    await beReadOnly('on')
    await renewConnections()
    await eventually(() => isOpen(sessionId))
    await expect(auth.login('Writer')).rejects.toEqual(unavailable)
    await expect(auth.client.endSession(leaver)).resolves.toEqual({})
    await expect(auth.client.resolveSession(leaver)).rejects.toEqual(notSignedIn)
    // Connections that were opened meanwhile stay read-only; they must not stay in the pool.
    await Promise.all(Array.from({ length: 8 }, () => auth.client.resolveSession({ sessionId })))
    await beReadOnly('off')
    await eventually(() => Promise.all(Array.from({ length: 4 }, (_, index) => auth.login(`Writer ${index}`))))
  }, 60_000)
})

describe.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  [
    'has no memory left',
    () => auth.redis.config('SET', 'maxmemory', '1'),
    () => auth.redis.config('SET', 'maxmemory', '0'),
  ],
  [
    'misses its replicas',
    () => auth.redis.config('SET', 'min-replicas-to-write', '1'),
    () => auth.redis.config('SET', 'min-replicas-to-write', '0'),
  ],
  ['is read-only', () => auth.redis.replicaof('127.0.0.1', 1), () => auth.redis.replicaof('NO', 'ONE')],
])('while Redis %s', (_what, begin, end) => {
  afterEach(() => end())

  test('opens sessions, refuses logins, and ends a session for good on log-out', async () => {
    const [leaver, stayer] = [await auth.login('Leaver'), await auth.login('Stayer')]
    await Promise.all([prolongSoon(leaver.sessionId), prolongSoon(stayer.sessionId)])
    await begin()
    expect(await isOpen(stayer.sessionId)).toBe(true)
    await expect(auth.login('Newcomer')).rejects.toEqual(unavailable)
    await expect(auth.client.endSession(leaver)).resolves.toEqual({})
    await expect(auth.client.resolveSession(leaver)).rejects.toEqual(notSignedIn)
    await end()
    await eventually(async () => (await auth.redis.exists(keyOf(leaver.sessionId))) === 0)
    await eventually(async () => (await auth.database.query('SELECT FROM unfinished_endings')).rowCount === 0)
    await expect(auth.client.resolveSession(leaver)).rejects.toEqual(notSignedIn)
    expect(await isOpen(stayer.sessionId)).toBe(true)
    await eventually(() => auth.login('Newcomer').then(() => true))
  })

  test('logging out everywhere ends all sessions of the account at once', async () => {
    const [here, there, stranger] = [await auth.login('Leaver'), await auth.login('Leaver'), await auth.login('Stayer')]
    await begin()
    await expect(auth.client.endAllOwnSessions(here)).resolves.toEqual({})
    for (const left of [here, there]) await expect(auth.client.resolveSession(left)).rejects.toEqual(notSignedIn)
    expect(await isOpen(stranger.sessionId)).toBe(true)
    await end()
    for (const { sessionId } of [here, there])
      await eventually(async () => (await auth.redis.exists(keyOf(sessionId))) === 0)
    await eventually(async () => (await auth.database.query('SELECT FROM unfinished_endings')).rowCount === 0)
  })
})

describe.each(['endSession', 'endAllOwnSessions'] as const)('after %s', (method) => {
  test('a failover of Redis to a replica that lacks the ending revives no session', async () => {
    const [here, there] = [await auth.login('Leaver'), await auth.login('Leaver')]
    const ended = method === 'endSession' ? [here] : [here, there]
    const before = await Promise.all(ended.map(({ sessionId }) => auth.redis.hgetall(keyOf(sessionId))))
    await auth.client[method](here)
    const revive = () => Promise.all(ended.map(({ sessionId }, at) => auth.redis.hset(keyOf(sessionId), before[at]!)))
    await revive()
    for (const session of ended) await expect(auth.client.resolveSession(session)).rejects.toEqual(notSignedIn)
    for (const { sessionId } of ended) await eventually(async () => (await auth.redis.exists(keyOf(sessionId))) === 0)
    await eventually(async () => (await auth.database.query('SELECT FROM unfinished_endings')).rowCount === 0)
  })
})

describe('a log-out that a gateway published while auth was away', () => {
  const leave = async (sessionKey: string, of: Partial<SessionLeft>) => {
    const left = { eventId: newId(), sessionKey, everywhere: false, administrator: false, ...of }
    const bus = await createBus({
      url: infrastructure().natsUrl,
      name: 'auth-test',
      log: quietLogger(),
      events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
    })
    // Twice: events may be handled again at any time.
    for (const eventId of [left.eventId, newId()]) {
      await bus.publishEvent(subjects.eventSessionLeft, eventId, SessionLeft.encode({ ...left, eventId }).finish())
    }
    await bus.close()
  }

  test('ends the session, or all of the account', async () => {
    const [here, there, last] = [await auth.login('Leaver'), await auth.login('Leaver'), await auth.login('Leaver')]
    await leave(hashOf(here.sessionId), {})
    await eventually(async () => !(await isOpen(here.sessionId)))
    expect([await isOpen(there.sessionId), await isOpen(last.sessionId)]).toEqual([true, true])
    await leave(hashOf(there.sessionId), { everywhere: true })
    await eventually(async () => !(await isOpen(there.sessionId)) && !(await isOpen(last.sessionId)))
  })

  test("ends an administrator's session", async () => {
    const { token } = await auth.client.signInAdministrator({
      username: 'admin',
      password: FOUNDER,
      code: '',
      address: '10.0.0.1',
    })
    const resolves = () =>
      auth.client.resolveAdministrator({ token }).then(
        () => true,
        () => false,
      )
    expect(await resolves()).toBe(true)
    await leave(hashOf(token), { administrator: true })
    await eventually(async () => !(await resolves()))
  })
})

describe('while Redis is away', () => {
  const sockets = new Set<Socket>()
  let away = false
  const link = createServer((client) => {
    if (away) return void client.destroy()
    const { hostname, port } = new URL(infrastructure().redisUrl)
    const server = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
  })
  const leave = (): void => {
    away = true
    for (const socket of sockets) socket.destroy()
  }
  let pods: Harness

  beforeAll(async () => {
    await once(link.listen(0, '127.0.0.1'), 'listening')
    const url = new URL(infrastructure().redisUrl)
    url.hostname = '127.0.0.1'
    url.port = String((link.address() as AddressInfo).port)
    pods = await startHarness({ REDIS_URL: url.href, SESSION_ENDING_OVERDUE_MS: '100' })
  }, 60_000)
  afterAll(async () => {
    away = false
    await pods.close()
    link.close()
  })

  test.each<[string, 'endSession' | 'endAllOwnSessions', boolean]>([
    ['logging out ends the session', 'endSession', true],
    ['logging out everywhere ends all sessions of the account', 'endAllOwnSessions', false],
  ])(
    '%s, once Redis is back',
    async (_what, method, othersStay) => {
      const [here, there, stranger] = [
        await pods.login('Leaver'),
        await pods.login('Leaver'),
        await pods.login('Stayer'),
      ]
      const opens = (login: { readonly sessionId: string }) =>
        pods.client.resolveSession({ sessionId: login.sessionId }).then(
          () => true,
          (error: unknown) => (error as { reason: string }).reason,
        )
      leave()
      await expect(pods.client[method](here)).resolves.toEqual({})
      // A second log-out, or one of the other kind, reverts nothing.
      await expect(pods.client.endSession(here)).resolves.toEqual({})
      expect(await opens(stranger)).toBe('UNAVAILABLE')
      away = false
      await eventually(async () => (await opens(stranger)) === true)
      expect(await opens(here)).toBe('NOT_SIGNED_IN')
      await eventually(async () => (await pods.database.query('SELECT FROM unfinished_endings')).rowCount === 0)
      expect([await opens(here), await opens(there), await opens(stranger)]).toEqual([
        'NOT_SIGNED_IN',
        othersStay || 'NOT_SIGNED_IN',
        true,
      ])
    },
    60_000,
  )
})
