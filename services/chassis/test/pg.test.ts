import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createDatabase, type Database, inTransaction, KlaError, type Transaction } from '../src/index.js'

// Distinguishes this suite's connections from others.
const NAME = uniqueName('pg')

let database: Database
let other: Database

function open(options: { idleMs?: number } = {}): Database {
  const url = new URL(infrastructure().postgresUrl)
  url.searchParams.set('application_name', NAME)
  return createDatabase({ url: url.toString(), schema: 'public', log: quietLogger(), max: 1, ...options })
}

beforeAll(() => {
  database = open()
  other = open()
})
afterAll(() => Promise.all([database.end(), other.end()]))

const pidOf = async (tx: Transaction): Promise<number> => {
  const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

/** Ends a connection as a restart of the server does, and waits until it is gone. */
async function terminate(pid: number): Promise<void> {
  await other.query('SELECT pg_terminate_backend($1)', [pid])
  await eventually(async () => {
    const { rowCount } = await other.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])
    expect(rowCount).toBe(0)
  })
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the database', () => {
  test('rejects a statement as unavailable when its connection is lost, and serves the next one', async () => {
    const sleeping = errorOf(database.query('SELECT pg_sleep(60)'))
    const pid = await eventually(async () => {
      const { rows } = await other.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND application_name = $1",
        [NAME],
      )
      expect(rows).toHaveLength(1)
      return rows[0]!.pid
    })
    await terminate(pid)
    expect(KlaError.from(await sleeping).reason).toBe('UNAVAILABLE')
    expect((await database.query('SELECT 1')).rowCount).toBe(1)
  })

  test('reports a missing server as unavailable', async () => {
    const nobody = createDatabase({ url: 'postgres://x:x@127.0.0.1:1/x', schema: 'public', log: quietLogger() })
    expect(KlaError.from(await errorOf(nobody.query('SELECT 1'))).reason).toBe('UNAVAILABLE')
    await nobody.end()
  })

  test('rejects a transaction whose connection is lost between statements', async () => {
    const lost = inTransaction(database, async (tx) => {
      await terminate(await pidOf(tx))
      await tx.query('SELECT 1')
    })
    expect(KlaError.from(await errorOf(lost)).reason).toBe('UNAVAILABLE')
    expect(await inTransaction(database, async (tx) => (await tx.query('SELECT 1')).rowCount)).toBe(1)
  })

  test('rejects a transaction whose connection is lost during a statement', async () => {
    const lost = inTransaction(database, async (tx) => {
      const pid = await pidOf(tx)
      const waiting = tx.query('SELECT pg_sleep(60)')
      await Promise.all([waiting, terminate(pid)])
    })
    expect(KlaError.from(await errorOf(lost)).reason).toBe('UNAVAILABLE')
    expect(await inTransaction(database, async (tx) => (await tx.query('SELECT 1')).rowCount)).toBe(1)
  })

  test('frees the locks of a transaction whose pod sends no next statement', async () => {
    const frozen = open({ idleMs: 100 })
    const lock: [string, string[]] = ['SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [NAME]]
    let locked = false
    const holding = inTransaction(frozen, async (tx) => {
      await tx.query(...lock)
      await database.query(...lock)
      locked = true
    })
    expect(KlaError.from(await errorOf(holding)).reason).toBe('UNAVAILABLE')
    expect(locked).toBe(true)
    await frozen.end()
  })

  test.each([
    ['idle_in_transaction_session_timeout', '30s'],
    ['tcp_keepalives_idle', '10'],
    ['tcp_keepalives_interval', '5'],
    ['tcp_keepalives_count', '3'],
  ])('asks the server for %s = %s', async (setting, value) => {
    expect((await database.query(`SHOW ${setting}`)).rows).toEqual([{ [setting]: value }])
  })

  test('leaves no listener on a connection after a transaction', async () => {
    const listeners = (): Promise<number> => inTransaction(database, async (tx) => tx.listenerCount('error'))
    const first = await listeners()
    for (let times = 0; times < 5; times++) await listeners()
    expect(await listeners()).toBe(first)
  })
})
