import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventually, infrastructure, quietLogger } from '@kla/testkit'
import { createDatabase, inTransaction, type Database, type Transaction } from '../src/index.js'

let database: Database
let other: Database

beforeAll(() => {
  const open = (): Database =>
    createDatabase({ url: infrastructure().postgresUrl, schema: 'public', log: quietLogger(), max: 1 })
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

test('a transaction whose connection is lost between two statements rejects, and the process goes on', async () => {
  const lost = inTransaction(database, async (tx) => {
    await terminate(await pidOf(tx))
    await tx.query('SELECT 1')
  })
  await expect(lost).rejects.toThrow()
  expect(await inTransaction(database, async (tx) => (await tx.query('SELECT 1')).rowCount)).toBe(1)
})

test('a transaction whose connection is lost during a statement rejects, and the process goes on', async () => {
  const lost = inTransaction(database, async (tx) => {
    const pid = await pidOf(tx)
    const waiting = tx.query('SELECT pg_sleep(60)')
    await Promise.all([waiting, terminate(pid)])
  })
  await expect(lost).rejects.toThrow()
  expect(await inTransaction(database, async (tx) => (await tx.query('SELECT 1')).rowCount)).toBe(1)
})

test('a connection that served a transaction keeps no listener', async () => {
  const listeners = (): Promise<number> => inTransaction(database, async (tx) => tx.listenerCount('error'))
  const first = await listeners()
  for (let times = 0; times < 5; times++) await listeners()
  expect(await listeners()).toBe(first)
})
