import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { hashOf } from '../../src/shared/tokens.js'
import { startHarness, type Harness } from '../harness.js'

const role = uniqueName('auth')
let operator: Database
let auth: Harness

beforeAll(async () => {
  const url = new URL(infrastructure().postgresUrl)
  operator = createDatabase({ url: url.href, schema: 'public', log: quietLogger(), max: 1 })
  await operator.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD 'auth'`)
  url.username = role
  url.password = 'auth'
  auth = await startHarness({ POSTGRES_URL: url.href, SESSION_TTL_MS: '60000', SESSION_ROTATION_MS: '15000', SESSION_OVERLAP_MS: '3000', SESSION_ENDING_OVERDUE_MS: '200' })
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
/** Its next use is to prolong it. */
const prolongSoon = (sessionId: string) => auth.redis.pexpire(keyOf(sessionId), 20_000)

describe('while PostgreSQL is read-only', () => {
  const beReadOnly = (how: 'on' | 'off') => operator.query(`ALTER ROLE ${role} SET default_transaction_read_only = ${how}`)
  const renewConnections = () => operator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role])

  test('sessions open, logins are unavailable, and all is whole soon afterwards without a restart', async () => {
    const { sessionId } = await auth.login('Reader')
    await beReadOnly('on')
    await renewConnections()
    await eventually(() => isOpen(sessionId))
    await expect(auth.login('Writer')).rejects.toEqual(unavailable)
    // Connections that were opened meanwhile stay read-only; they must not stay in the pool.
    await Promise.all(Array.from({ length: 8 }, () => auth.client.resolveSession({ sessionId })))
    await beReadOnly('off')
    await eventually(() => auth.login('Writer').then(() => true))
    await Promise.all(Array.from({ length: 4 }, (_, index) => auth.login(`Writer ${index}`)))
  }, 60_000)
})

describe.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['has no memory left', () => auth.redis.config('SET', 'maxmemory', '1'), () => auth.redis.config('SET', 'maxmemory', '0')],
  ['misses its replicas', () => auth.redis.config('SET', 'min-replicas-to-write', '1'), () => auth.redis.config('SET', 'min-replicas-to-write', '0')],
  ['is read-only', () => auth.redis.replicaof('127.0.0.1', 1), () => auth.redis.replicaof('NO', 'ONE')],
])('while Redis %s', (_what, begin, end) => {
  afterEach(() => end())

  test('sessions open, logging in is unavailable, and logging out ends the session for good', async () => {
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
})
